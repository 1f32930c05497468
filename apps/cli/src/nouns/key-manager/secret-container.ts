import {
  containerTypes,
  createContainer,
  deleteContainer,
  listContainers,
  showContainer,
} from '@nimbo/contracts/key-manager/containers'
import { CliError } from '../../cloud/cli-error.ts'
import { given, rowsAt, textAt } from '../../cloud/json-values.ts'
import { inKeyManager, perform } from '../../cloud/perform.ts'
import { command } from '../../grammar/command.ts'
import { also, list as listOption, oneOf, text } from '../../grammar/option.ts'
import { type Columns, listOf, nothing, type Row, showInOrder } from '../../output/result.ts'
import { idOf, lines, pageQuery, paging, uri } from './reference.ts'

const secretLine = (secret: Row): string =>
  secret.name === null ? textAt(secret, 'secret_ref') : `${secret.name}=${textAt(secret, 'secret_ref')}`

const columns: Columns = {
  'Container href': 'container_ref',
  Name: 'name',
  Created: 'created',
  Status: 'status',
  Type: 'type',
  Secrets: (row) => lines(row, 'secret_refs', secretLine),
  Consumers: (row) => lines(row, 'consumers', ({ name, URL: url }) => `${name}: ${url}`),
}

/** Parses `private_key=<reference>`; a reference without a name is accepted. */
const secretIn = (words: string) => {
  const [, name, reference] = /^([^=/]+)=(.+)$/.exec(words) ?? []
  if (words === '') throw new CliError('argument --secret/-s: the reference of the secret is empty')
  return { ...given({ name }), secret_ref: reference ?? words }
}

const get = command({
  words: 'secret container get',
  summary: 'Retrieve a container by providing its URI',
  calls: [inKeyManager(showContainer)],
  output: 'one',
  positionals: { reference: uri('container') },
  run: async (session, { reference }) => {
    const path = { container_id: idOf(reference) }
    return showInOrder(columns, await perform(session, inKeyManager(showContainer), { path }))
  },
})

const list = command({
  words: 'secret container list',
  summary: 'List containers',
  calls: [inKeyManager(listContainers)],
  output: 'list',
  options: {
    ...paging,
    name: also(text('<name>', 'List only containers with this name'), '-n'),
    type: also(oneOf(containerTypes, 'List only containers of this type'), '-t'),
  },
  run: async (session, { name, type, ...page }) => {
    const query = { ...pageQuery(page), ...given({ name, type }) }
    const { api } = session
    return listOf(
      columns,
      rowsAt((await api['key-manager'].call(listContainers, { query })) ?? {}, 'containers'),
    )
  },
})

const create = command({
  words: 'secret container create',
  summary: 'Store a container in Barbican',
  calls: [inKeyManager(createContainer)],
  output: 'one',
  options: {
    name: also(text('<name>', 'A human-friendly name'), '-n'),
    type: oneOf(containerTypes, 'Container type (default: generic)'),
    secret: also(
      listOption(
        '<name=reference>',
        'Secret to include: its name in the container and its reference (repeatable)',
      ),
      '-s',
    ),
  },
  run: async (session, { name, type = 'generic', secret }) => {
    const { container_ref } = await session.api['key-manager'].call(createContainer, {
      body: { ...given({ name }), type, secret_refs: secret.map(secretIn) },
    })
    const path = { container_id: idOf(container_ref) }
    return showInOrder(columns, await perform(session, inKeyManager(showContainer), { path }))
  },
})

const remove = command({
  words: 'secret container delete',
  summary: 'Delete a container by providing its URI',
  calls: [inKeyManager(deleteContainer)],
  output: 'none',
  positionals: { reference: uri('container') },
  run: async (session, { reference }) => {
    const path = { container_id: idOf(reference) }
    await perform(session, inKeyManager(deleteContainer), { path })
    return nothing
  },
})

export const secretContainerCommands = [get, list, create, remove]
