import { CliError, HttpError } from '../../cloud/cli-error.ts'
import { find } from '../../cloud/find.ts'
import { isRow, textIn } from '../../cloud/json-values.ts'
import { type Called, inCompute, perform, thingIn } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one, optional } from '../../grammar/command.ts'
import { either, flag, integer, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { fields, listOf, nothing, type Row } from '../../output/result.ts'
import { projectKind } from '../identity/identity-kinds.ts'
import { type QuotaPart, quotaParts, shownNames } from './quota-parts.ts'

const parts: readonly QuotaPart[] = Object.values(quotaParts)
const calls = [quotaParts.compute.show]

/** The project given by id or name, or that of the token. */
const projectOf = async (session: Session, called: string | undefined): Promise<Row> => {
  if (called !== undefined) return find(session, projectKind, called)
  const { body } = await session.authenticated()
  const id = textIn(body, 'project', 'id')
  if (id === undefined) throw new CliError('The token is not scoped to a project; specify one.')
  return { id, name: textIn(body, 'project', 'name') }
}

const asked = async (session: Session, call: Called, path: Record<string, string>, query = {}) =>
  thingIn(await perform(session, call, { path, query }))

/** Merges the limits of all services; `ask` returns undefined for a service without quota classes. */
const gathered = async (ask: (part: QuotaPart) => Promise<Row | undefined>): Promise<Row> => {
  const all = await Promise.all(parts.map(ask))
  const { id: _, ...limits } = Object.assign({}, ...all)
  return Object.fromEntries(Object.entries(limits).map(([name, value]) => [shownNames[name] ?? name, value]))
}

const show = command({
  words: 'quota show',
  summary: 'Show quotas for project or class.',
  calls,
  output: 'one',
  positionals: {
    owner: optional('<project/class>', 'Project or class (name or ID; default: the current project)'),
  },
  options: {
    of: either(
      { '--class': 'class', '--default': 'default' },
      'Show the quotas of a quota class, or the default quotas of projects',
    ),
  },
  run: async (session, { owner, of }) => {
    if (of === 'class') {
      const ofClass = await gathered(
        async (part) =>
          part.ofClass && asked(session, part.ofClass.show, { [part.ofClass.parameter]: owner ?? 'default' }),
      )
      return fields(Object.entries(ofClass))
    }
    const project = await projectOf(session, owner)
    const limits = await gathered((part) =>
      asked(session, of === 'default' ? part.defaults : part.show, { [part.project]: String(project.id) }),
    )
    return fields([...Object.entries(limits), ['project', project.id], ['project_name', project.name]])
  },
})

const amount = (what: string) => integer('<number>', `New limit of ${what}`)

const limits = {
  cores: amount('cores'),
  instances: amount('instances'),
  keyPairs: amount('key pairs'),
  properties: amount('properties per server'),
  ram: amount('memory, in megabytes'),
  serverGroups: amount('server groups'),
  serverGroupMembers: amount('members per server group'),
  backups: amount('backups'),
  backupGigabytes: amount('gigabytes of backups'),
  gigabytes: amount('gigabytes of volumes and snapshots'),
  perVolumeGigabytes: amount('gigabytes per volume'),
  snapshots: amount('snapshots'),
  volumes: amount('volumes'),
  floatingIps: amount('floating IPs'),
  secgroupRules: amount('security group rules'),
  secgroups: amount('security groups'),
  networks: amount('networks'),
  subnets: amount('subnets'),
  ports: amount('ports'),
  routers: amount('routers'),
  rbacPolicies: amount('RBAC policies'),
  subnetpools: amount('subnet pools'),
}

type Wanted = { readonly [Name in keyof typeof limits]: number | undefined }

/** The wanted limits that a service has, by the service's names. */
const ofPart = ({ names }: QuotaPart, wanted: Wanted): Row =>
  Object.fromEntries(
    Object.entries(wanted).flatMap(([option, value]) => {
      const name = names[option]
      return name === undefined || value === undefined ? [] : [[name, value] as const]
    }),
  )

const set = command({
  words: 'quota set',
  summary: 'Set quotas for project or class',
  calls: [quotaParts.compute.update],
  output: 'none',
  positionals: { owner: one('<project/class>', 'Set quotas for this project or class (name or ID)') },
  options: {
    ...limits,
    class: flag('Set the quotas of the quota class <project/class>'),
    force: flag('Allow limits below the current usage (compute and network only)'),
  },
  run: async (session, { owner, class: ofClass, force, ...wanted }) => {
    if (ofClass && Object.keys(ofPart(quotaParts.network, wanted)).length > 0)
      throw new UsageError('The network service has no quota classes.')
    const project = ofClass ? undefined : String((await projectOf(session, owner)).id)
    for (const part of parts) {
      const members = ofPart(part, wanted)
      if (Object.keys(members).length === 0) continue
      if (project !== undefined) {
        const more = force && part !== quotaParts.volume ? { force: true } : {}
        const body = { [part.key]: { ...members, ...more } }
        await perform(session, part.update, { path: { [part.project]: project }, body })
      } else if (part.ofClass !== undefined) {
        const { update, parameter } = part.ofClass
        await perform(session, update, { path: { [parameter]: owner }, body: { quota_class_set: members } })
      }
    }
    return nothing
  },
})

const detail = command({
  words: 'quota list',
  summary: 'List the quotas and the usage of a project',
  calls: [inCompute(quotaParts.compute.details.operation)],
  output: 'list',
  options: {
    project: text('<project>', 'Show the quotas of this project (name or ID; default: the current project)'),
    detail: flag('Accepted for compatibility; the usage is always shown'),
    part: either(
      { '--compute': quotaParts.compute, '--volume': quotaParts.volume, '--network': quotaParts.network },
      'Service whose quotas are shown (required)',
    ),
  },
  run: async (session, { project, part }) => {
    if (part === undefined)
      throw new UsageError('one of the arguments --compute --volume --network is required')
    const { id } = await projectOf(session, project)
    const query = part === quotaParts.volume ? { usage: 'true' } : {}
    const all = await asked(session, part.details, { [part.project]: String(id) }, query)
    const rows = Object.entries(all).flatMap(([name, value]) => (isRow(value) ? [{ name, ...value }] : []))
    return listOf(
      {
        Resource: 'name',
        'In Use': (row) => row.in_use ?? row.used ?? 0,
        Reserved: 'reserved',
        Limit: 'limit',
      },
      rows,
    )
  },
})

const remove = command({
  words: 'quota delete',
  summary: 'Delete configured quota for a project and revert to defaults.',
  calls: [quotaParts.compute.reset],
  output: 'none',
  positionals: { owner: one('<project>', 'Project whose quotas are reset (name or ID)') },
  options: {
    part: either(
      {
        '--all': parts,
        '--compute': [quotaParts.compute],
        '--volume': [quotaParts.volume],
        '--network': [quotaParts.network],
      },
      'Services whose quotas are reset (default: all)',
    ),
  },
  run: async (session, { owner, part: chosen = parts }) => {
    const { id } = await projectOf(session, owner)
    for (const part of chosen)
      await perform(session, part.reset, { path: { [part.project]: String(id) } }).catch((error: unknown) => {
        // 404: the project has no quotas of its own to reset.
        if (!(error instanceof HttpError && error.status === 404)) throw error
      })
    return nothing
  },
})

export const quotaCommands = [show, set, detail, remove]
