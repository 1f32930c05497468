import { CliError } from '../../cloud/cli-error.ts'
import { rowsAt, textAt } from '../../cloud/json-values.ts'
import { command, one } from '../../grammar/command.ts'
import { everyField, Formatted, listOf, type Row } from '../../output/result.ts'

const endpointLines = (service: Row): Formatted => {
  const lines = rowsAt(service, 'endpoints').map((endpoint) => {
    const region = textAt(endpoint, 'region_id') || textAt(endpoint, 'region') || '<none>'
    return `${region}\n  ${textAt(endpoint, 'interface')}: ${textAt(endpoint, 'url')}\n`
  })
  return new Formatted(service.endpoints ?? [], lines.join(''))
}

const list = command({
  words: 'catalog list',
  summary: 'List services in the service catalog',
  output: 'list',
  run: async (session) => {
    const { catalog } = await session.authenticated()
    return listOf({ Name: 'name', Type: 'type', Endpoints: endpointLines }, catalog)
  },
})

const show = command({
  words: 'catalog show',
  summary: 'Display service catalog details',
  output: 'one',
  positionals: { service: one('<service>', 'Service to display (type or name)') },
  run: async (session, { service }) => {
    const { catalog } = await session.authenticated()
    const found = catalog.find((each) => [each.id, each.name, each.type].includes(service))
    if (found === undefined) throw new CliError(`service ${service} not found`)
    return everyField({ ...found, endpoints: endpointLines(found) })
  },
})

export const catalogCommands = [list, show]
