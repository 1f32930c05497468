import { rootOf } from '@nimbo/operation/client/api'
import { CliError } from '../../cloud/cli-error.ts'
import { isRow, rowsAt, textAt } from '../../cloud/json-values.ts'
import type { Session } from '../../cloud/session.ts'
import { command } from '../../grammar/command.ts'
import { flag, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { listOf, type Row } from '../../output/result.ts'

/** `v3` → `3.0`, as the openstack client writes versions. */
const versionIn = (id: string): string => {
  const [, major, minor = '0'] = /\bv(\d+)(?:\.(\d+))?/.exec(id) ?? []
  return major === undefined ? '' : `${major}.${minor}`
}

/** What a service says about each version of its API; identity and key-manager have a list within `versions`. */
const described = ({ versions, version }: Row): readonly Row[] => {
  if (isRow(versions)) return rowsAt(versions, 'values')
  if (Array.isArray(versions)) return versions.filter(isRow)
  return isRow(version) ? [version] : []
}

const statusOf = (description: Row): string => {
  const status = textAt(description, 'status').toUpperCase()
  return status === 'STABLE' ? 'CURRENT' : status
}

/** The versions behind an endpoint; of a service that does not tell them, such as Swift, the one in the endpoint's URL. */
const versionsBehind = async (session: Session, url: string): Promise<readonly Row[]> => {
  const found = await session.read(`${rootOf(url)}/`).then(described, (error: unknown) => {
    if (!(error instanceof CliError)) throw error
    return []
  })
  if (found.length === 0)
    return [{ version: versionIn(url), status: 'CURRENT', url, least: null, most: null }]
  return found
    .map((each) => ({
      version: versionIn(textAt(each, 'id')),
      status: statusOf(each),
      url: textAt(rowsAt(each, 'links').find(({ rel }) => rel === 'self') ?? {}, 'href'),
      least: textAt(each, 'min_version') || null,
      most: textAt(each, 'max_version') || textAt(each, 'version') || null,
    }))
    .toSorted((one, other) => one.version.localeCompare(other.version, undefined, { numeric: true }))
}

const show = command({
  words: 'versions show',
  summary: 'Show available versions of services',
  output: 'list',
  options: {
    allInterfaces: flag('Show values for all interfaces'),
    interface: text('<interface>', 'Show versions for a specific interface (default: public)'),
    regionName: text('<region_name>', 'Show versions for a specific region'),
    service: text('<service>', 'Show versions for a specific service (type in the catalog)'),
    status: text('<status>', 'Show versions with a status: CURRENT, SUPPORTED, DEPRECATED or EXPERIMENTAL'),
  },
  run: async (session, { allInterfaces, interface: face, regionName, service, status }) => {
    if (allInterfaces && face !== undefined)
      throw new UsageError('argument --interface: not allowed with argument --all-interfaces')
    const { catalog } = await session.authenticated()
    const endpoints = catalog
      .filter(({ type }) => service === undefined || type === service)
      .flatMap((one) => rowsAt(one, 'endpoints').map((endpoint): Row => ({ ...endpoint, type: one.type })))
      .filter((one) => allInterfaces || one.interface === (face ?? 'public'))
      .map((one): Row => ({ ...one, region: textAt(one, 'region_id') || textAt(one, 'region') }))
      .filter(({ region }) => regionName === undefined || region === regionName)
    const rows: Row[] = []
    for (const { region, type, ...endpoint } of endpoints)
      for (const version of await versionsBehind(session, textAt(endpoint, 'url')))
        if (status === undefined || version.status === status.toUpperCase())
          rows.push({ ...version, region, type })
    return listOf(
      {
        ...{ 'Region Name': 'region', 'Service Type': 'type', Version: 'version', Status: 'status' },
        ...{ Endpoint: 'url', 'Min Microversion': 'least', 'Max Microversion': 'most' },
      },
      rows,
    )
  },
})

export const versionsCommands = [show]
