import { writeFile } from 'node:fs/promises'
import {
  createSecret,
  deleteSecret,
  listSecrets,
  putPayload,
  secretTypes,
  showPayload,
  showSecret,
} from '@nimbo/contracts/key-manager/secrets'
import { CliError } from '../../cloud/cli-error.ts'
import { fileContent } from '../../cloud/file-content.ts'
import { given, isRow, rowsAt, textAt } from '../../cloud/json-values.ts'
import { inKeyManager, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { also, flag, integer, oneOf, text } from '../../grammar/option.ts'
import { type Columns, fields, listOf, nothing, type Row, showInOrder } from '../../output/result.ts'
import { idOf, pageQuery, paging, uri } from './reference.ts'

const typesOf = (secret: Row): string | null => {
  const { content_types: types } = secret
  return isRow(types) ? textAt(types, 'default') : null
}

const columns: Columns = {
  'Secret href': 'secret_ref',
  Name: 'name',
  Created: 'created',
  Status: 'status',
  'Content types': typesOf,
  Algorithm: 'algorithm',
  'Bit length': 'bit_length',
  'Secret type': 'secret_type',
  Mode: 'mode',
  Expiration: 'expiration',
}

const show = async (session: Session, secret_id: string): Promise<Row> =>
  perform(session, inKeyManager(showSecret), { path: { secret_id } })

/** Reads the payload as bytes; unless it is text, the type is that of the secret's metadata. */
const payloadOf = async (session: Session, secret_id: string, accept: string): Promise<Buffer> => {
  const { content } = await session.api['key-manager'].open(showPayload, {
    path: { secret_id },
    headers: { accept },
  })
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

const get = command({
  words: 'secret get',
  summary: 'Retrieve a secret by providing its URI',
  calls: [inKeyManager(showSecret)],
  output: 'one',
  positionals: { reference: uri('secret') },
  options: {
    payload: also(flag('Show the payload, as text'), '-p', '--decrypt', '-d'),
    file: also(text('<filename>', 'Save the payload to this file, which must not exist yet'), '-F'),
    payloadContentType: also(
      text('<type>', 'Content type to request for --payload (default: text/plain)'),
      '--payload_content_type',
      '-t',
    ),
  },
  run: async (session, { reference, payload, file, payloadContentType: type = 'text/plain' }) => {
    const id = idOf(reference)
    if (file !== undefined) {
      if (payload) throw new CliError('argument --file/-F: not allowed with argument --payload/-p')
      await writeFile(file, await payloadOf(session, id, '*/*'), { mode: 0o600, flag: 'wx' })
      return nothing
    }
    if (payload) return fields([['Payload', (await payloadOf(session, id, type)).toString('utf8')]])
    return showInOrder(columns, await show(session, id))
  },
})

const list = command({
  words: 'secret list',
  summary: 'List secrets',
  calls: [inKeyManager(listSecrets)],
  output: 'list',
  options: {
    ...paging,
    name: also(text('<name>', 'List only secrets with this name'), '-n'),
    algorithm: also(text('<algorithm>', 'List only secrets with this algorithm'), '-a'),
    bitLength: also(integer('<bits>', 'List only secrets with this bit length'), '-b'),
    mode: also(text('<mode>', 'List only secrets with this mode'), '-m'),
    secretType: also(oneOf(secretTypes, 'List only secrets of this type'), '-s'),
  },
  run: async (session, { name, algorithm: alg, bitLength, mode, secretType: secret_type, ...page }) => {
    const bits = bitLength === undefined ? undefined : String(bitLength)
    const query = { ...pageQuery(page), ...given({ name, alg, bits, mode, secret_type }) }
    return listOf(columns, rowsAt(await perform(session, inKeyManager(listSecrets), { query }), 'secrets'))
  },
})

/** The payload's members in the request. The bytes of a file are sent unchanged. */
const payloadFields = async (payload: string | undefined, file: string | undefined, type?: string) => {
  if (file === undefined)
    return payload === undefined ? {} : { payload, payload_content_type: type ?? 'text/plain' }
  if (payload !== undefined) throw new CliError('argument --file/-F: not allowed with argument --payload/-p')
  const payload64 = await fileContent(file)
  return {
    ...{ payload: payload64, payload_content_encoding: 'base64' as const },
    payload_content_type: type ?? 'application/octet-stream',
  }
}

const store = command({
  words: 'secret store',
  summary: 'Store a secret',
  calls: [inKeyManager(createSecret)],
  output: 'one',
  options: {
    name: also(text('<name>', 'A human-friendly name'), '-n'),
    secretType: also(oneOf(secretTypes, 'Secret type (default: opaque)'), '-s'),
    payloadContentType: also(
      text(
        '<type>',
        'Content type of the payload (default: text/plain; with --file: application/octet-stream)',
      ),
      '-t',
    ),
    payloadContentEncoding: also(text('<encoding>', 'Encoding of a binary payload: base64'), '-e'),
    algorithm: also(text('<algorithm>', 'Algorithm the secret is used with (default: aes)'), '-a'),
    bitLength: also(integer('<bits>', 'Bit length of the secret (default: 256)'), '-b'),
    mode: also(text('<mode>', 'Mode of the algorithm (default: cbc)'), '-m'),
    expiration: also(text('<instant>', 'Expiration time of the secret, in ISO 8601 format'), '-x'),
    payload: also(text('<payload>', 'Payload of the secret, as text or base64'), '-p'),
    file: also(text('<filename>', 'File with the payload of the secret'), '-F'),
  },
  run: async (session, input) => {
    const { name, mode = 'cbc', algorithm = 'aes', bitLength: bit_length = 256, expiration } = input
    const encoding = input.payloadContentEncoding
    const { secret_ref } = await session.api['key-manager'].call(createSecret, {
      body: {
        ...{ secret_type: input.secretType ?? 'opaque', algorithm, bit_length, mode },
        ...given({ name, expiration }),
        ...(await payloadFields(input.payload, input.file, input.payloadContentType)),
        ...(encoding === 'base64' ? { payload_content_encoding: encoding } : {}),
      },
    })
    return showInOrder(columns, await show(session, idOf(secret_ref)))
  },
})

const update = command({
  words: 'secret update',
  summary: 'Update a secret with no payload in Barbican',
  calls: [inKeyManager(putPayload)],
  output: 'none',
  positionals: { reference: uri('secret'), payload: one('payload', 'Payload of the secret, as text') },
  run: async (session, { reference, payload }) => {
    await session.api['key-manager'].call(putPayload, {
      ...{ path: { secret_id: idOf(reference) }, body: payload },
      headers: { 'content-type': 'text/plain' },
    })
    return nothing
  },
})

const remove = command({
  words: 'secret delete',
  summary: 'Delete a secret by providing its URI',
  calls: [inKeyManager(deleteSecret)],
  output: 'none',
  positionals: { reference: uri('secret') },
  run: async (session, { reference }) => {
    await perform(session, inKeyManager(deleteSecret), { path: { secret_id: idOf(reference) } })
    return nothing
  },
})

export const secretCommands = [get, list, store, update, remove]
