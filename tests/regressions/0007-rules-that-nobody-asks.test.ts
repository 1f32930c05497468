import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { services } from '@nimbo/cloud/services'
import type { PolicyRule } from '@nimbo/policy/policy-rule'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'services')

/** Rules that are rightly never asked, and why. Network's are asked by the names of attributes, and stand in no source. */
const rightly: Readonly<Record<string, string>> = {
  'volume:update_volume_admin_metadata': 'asked in the service’s own name, which may do anything',
  'identity:list_projects_for_user': 'of federation; the same path is guarded by get_auth_projects',
  'identity:list_domains_for_user': 'of federation; the same path is guarded by get_auth_domains',
  get_image_location: 'images are shown without where they are kept',
  set_image_location: 'images are shown without where they are kept',
  delete_image_location: 'images are shown without where they are kept',
  download_from_store: 'nobody can name the store to download from',
}

/** Paths with the names of their parameters left out, and without versions and projects in front. */
const plain = (path: string): string =>
  path
    .replace(/\{[^}]*\}/g, '{}')
    .replace(/^\/v[\d.]+(?=\/)/, '')
    .replace(/^\/\{\}(?=\/)/, '')
    .replace(/\/$/, '')

const sourcesOf = (service: string): string[] =>
  globSync('**/*.ts', { cwd: join(folder, service, 'src') })
    .filter((name) => !/\.(test|testing|generated)\.ts$/.test(name))
    .map((name) => join(folder, service, 'src', name))

const declarationsOf = (service: string): string[] =>
  globSync(`packages/contracts/src/${service}/**/*.ts`, { cwd: root }).map((name) => join(root, name))

const operationsOf = async (service: string): Promise<ReadonlySet<string>> => {
  const found = new Set<string>()
  const described = await services.find(({ type }) => type === service)?.api()
  for (const { method, path, action } of described?.operations ?? [])
    found.add(`${method} ${plain(path)}${action === undefined ? '' : ` (${action})`}`)
  return found
}

/** Whether a rule's name stands in the source, whole or as a template whose every gap is one word. */
const askedIn = (source: string): ((rule: string) => boolean) => {
  const templates = [...source.matchAll(/`([\w:-]+(?:\$\{\w+\}[\w:-]*)+)`/g)].map(
    ([, text = '']) => new RegExp(`^${text.replace(/\$\{\w+\}/g, '[a-z]+')}$`),
  )
  return (rule) => source.includes(`'${rule}'`) || templates.some((template) => template.test(rule))
}

for (const service of ['compute', 'volume', 'identity', 'image', 'placement'])
  test(`every rule of an operation that ${service} serves is asked`, async () => {
    const generated: { readonly policies: readonly PolicyRule[] } = await import(
      pathToFileURL(join(folder, service, 'src/policies.generated.ts')).href
    )
    const served = await operationsOf(service)
    assert.ok(served.size > 20, `${served.size} operations of ${service} were found`)
    const isAsked = askedIn(
      [...sourcesOf(service), ...declarationsOf(service)]
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n'),
    )
    const ofServed = generated.policies.filter(({ operations }) =>
      operations.some(({ method, path }) => {
        const [, way = '', action = ''] = /^(.*?)( \(.*\))?$/.exec(path) ?? []
        return served.has(`${method} ${plain(way)}${action}`)
      }),
    )
    assert.ok(ofServed.length > 10)
    const unasked = ofServed.map(({ name }) => name).filter((name) => !(name in rightly) && !isAsked(name))
    assert.deepEqual(unasked, [])
  })
