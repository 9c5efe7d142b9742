import type { App } from './app-type.ts'

const displayName = Symbol.for('fastify.display-name')

/**
 * Names each plugin after its function. Fastify otherwise searches all loaded CommonJS modules for the one that exports it,
 * for each of a hundred plugins: a quarter of a server's start. Ours are ES modules, which it never finds.
 */
export function namePlugins(app: App): void {
  const { register } = app
  app.register = function (this: App, ...given: Parameters<typeof register>) {
    const [plugin] = given
    if ('name' in plugin && !(displayName in plugin)) Object.defineProperty(plugin, displayName, { value: plugin.name })
    return register.apply(this, given)
  } as typeof register
}
