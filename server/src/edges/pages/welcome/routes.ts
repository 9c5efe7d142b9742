import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../../config.ts'
import type { App } from '../../../platform/http/app-type.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { languageOf, sendPage } from '../../../platform/http/page-edge.ts'
import { builtFile } from '../../../platform/http/static-files/static-file.ts'
import { welcomePage, welcomePolicy } from './welcome-page.ts'

type Needs = { publicUrl: () => string; config: Config }

/** What a browser finds at the address of the server itself. To programs nothing is there. */
export async function welcomeRoutes(app: App, { publicUrl, config }: Needs) {
  const hidden = { config: { public: true }, schema: { hide: true } }
  const icon = await builtFile(fileURLToPath(new URL('.', import.meta.url)), 'favicon.ico')
  const keysFile = resolve(config.TRILHO_DATA, 'sandbox.json')

  app.get('/', hidden, async (request, reply) => {
    if (!request.headers.accept?.includes('text/html')) throw new ApiError('RouteNotFound')
    const sandbox = config.TRILHO_ENV === 'sandbox' ? { url: publicUrl(), keysFile } : null
    const language = languageOf(request)
    return sendPage(reply, { language, policy: welcomePolicy, text: welcomePage(sandbox, language) })
  })

  app.get('/favicon.ico', hidden, async (_request, reply) => reply.sendStatic(icon, 'checked'))
}
