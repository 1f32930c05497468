/**
 * Prints as JSON which files of `services/` are loaded by importing the list of services, which further ones by starting
 * nova-compute, and how many files of each library: `node loaded-code.testing.ts DIRECTORY`.
 */
import { registerHooks } from 'node:module'

const loaded: string[] = []
const libraries: Record<string, number> = {}
registerHooks({
  load: (url, context, next) => {
    const [, path] = url.split('/services/')
    if (path !== undefined) loaded.push(path)
    const [, library] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? []
    if (library !== undefined) libraries[library] = (libraries[library] ?? 0) + 1
    return next(url, context)
  },
})

const { services } = await import('./services.ts')
const { rolesOf } = await import('./cloud-role.ts')
const known = [...loaded]

const { readerOf, settingsFrom } = await import('./settings.ts')
const { loneServiceHost } = await import('@nimbo/testing/lone-service')
const [home = ''] = process.argv.slice(2)
const role = rolesOf(services).find(({ name }) => name === 'nova-compute')
const none = async (): Promise<never> => {
  throw new Error('this process has no such driver')
}
await role?.start(loneServiceHost({ tokens: {}, home }), {
  read: readerOf(settingsFrom(home, {}), role.service.name),
  drivers: {
    hypervisor: async () => [],
    network: none,
    volume: none,
    backup: none,
    store: none,
    objects: none,
  },
  hosts: [],
})
process.stdout.write(JSON.stringify({ known, started: loaded.slice(known.length), libraries }))
