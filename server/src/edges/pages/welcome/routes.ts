import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../../config.ts'
import type { App } from '../../../platform/http/app-type.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { languageOf } from '../../../platform/http/page-edge.ts'
import { builtFile } from '../../../platform/http/static-files/static-file.ts'
import { openPage, sendPage } from '../kit/page-edge.ts'
import { welcomePage } from './welcome-page.ts'

type Needs = { publicUrl: () => string; config: Config }

/** What a browser finds at the address of the server itself. To programs nothing is there. */
export async function welcomeRoutes(app: App, { publicUrl, config }: Needs) {
  const icon = await builtFile(fileURLToPath(new URL('.', import.meta.url)), 'favicon.ico')
  const keysFile = resolve(config.TRILHO_DATA, 'sandbox.json')

  app.get('/', openPage, async (request, reply) => {
    if (!request.headers.accept?.includes('text/html')) throw new ApiError('RouteNotFound')
    const isSandbox = config.TRILHO_ENV === 'sandbox'
    const sandbox = isSandbox ? { url: publicUrl(), keysFile } : null
    return sendPage(reply, welcomePage(sandbox, { language: languageOf(request), base: '', isSandbox }))
  })

  app.get('/favicon.ico', openPage, async (_request, reply) => reply.sendStatic(icon, 'checked'))
}
