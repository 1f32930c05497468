import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { services } from '@nimbo/cloud/services'
import type { Operation } from '@nimbo/operation/operation'

const root = join(import.meta.dirname, '../..')
/** Without network, which makes the names of rules from those of attributes, and the object store, which checks none. */
const judged = ['compute', 'volume', 'identity', 'image', 'placement']

/** Rules that are rightly never checked, and why. */
const rightly: Readonly<Record<string, string>> = {
  'volume:update_volume_admin_metadata': 'checked for the service itself, which may do anything',
  'identity:list_projects_for_user': 'of federation; the same path is guarded by get_auth_projects',
  'identity:list_domains_for_user': 'of federation; the same path is guarded by get_auth_domains',
  'compute:server:topology:host:index': 'servers are tied to nothing of a host that could be shown',
  get_task: 'tasks_api_access guards tasks before, and is stricter',
  get_tasks: 'tasks_api_access guards tasks before, and is stricter',
  'compute:servers:resize:cross_cell': 'servers are never resized to another cell',
  add_task: 'tasks_api_access guards tasks before, and is stricter',
  modify_task: 'tasks_api_access guards tasks before, and is stricter',
  download_from_store: 'nobody can name the store to download from',
}

/** A path without the names of its parameters, and without version and project in front. */
const plain = (path: string): string =>
  path
    .replace(/\{[^}]*\}/g, '{}')
    .replace(/^\/v[\d.]+(?=\/)/, '')
    .replace(/^\/\{\}(?=\/)/, '')
    .replace(/\/$/, '')

const sourcesOf = (service: string, folder: string): string[] =>
  globSync(`${folder}/**/*.ts`, { cwd: join(root, 'services', service, 'src') })
    .filter((name) => !/\.(test|testing|generated)\.ts$/.test(name))
    .map((name) => join(root, 'services', service, 'src', name))

const declarationsOf = (service: string): string[] =>
  globSync(`packages/contracts/src/${service}/**/*.ts`, { cwd: root }).map((name) => join(root, name))

const nameOf = ({ method, path, action }: Operation): string =>
  `${method} ${plain(path)}${action === undefined ? '' : ` (${action})`}`

/** Whether the name of a rule is in the source, as a string or as a template each of whose placeholders is one word. */
const askedIn = (source: string): ((rule: string) => boolean) => {
  const templates = [...source.matchAll(/`([\w:-]+(?:\$\{\w+\}[\w:-]*)+)`/g)].map(
    ([, text = '']) => new RegExp(`^${text.replace(/\$\{\w+\}/g, '[a-z]+')}$`),
  )
  return (rule) => source.includes(`'${rule}'`) || templates.some((template) => template.test(rule))
}

for (const { type: service, api, policies } of services.filter(({ type }) => judged.includes(type)))
  test(`${service} checks every policy rule of the operations that it serves`, async () => {
    const { operations } = await api()
    const served = new Set(operations.map(nameOf))
    assert.ok(served.size > 20, `${served.size} operations of ${service} were found`)
    const declared = new Set(operations.flatMap(({ rule, mayAsk = [] }) => [rule, ...mayAsk]))
    const isAsked = askedIn(
      [...sourcesOf(service, '.'), ...declarationsOf(service)]
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n'),
    )
    const ofServed = (await policies()).filter(({ operations }) =>
      operations.some(({ method, path }) => {
        const [, way = '', action = ''] = /^(.*?)( \(.*\))?$/.exec(path) ?? []
        return served.has(`${method} ${plain(way)}${action}`)
      }),
    )
    assert.ok(ofServed.length > 10)
    const unasked = ofServed
      .map(({ name }) => name)
      .filter((name) => !(name in rightly) && !declared.has(name) && !isAsked(name))
    assert.deepEqual(unasked, [])
  })
