import { showImport } from '@nimbo/contracts/image/discovery'
import { importImage as importing } from '@nimbo/contracts/image/imports'
import { importMethods } from '@nimbo/contracts/image/words'
import { CliError } from '../../cloud/cli-error.ts'
import { find, getById } from '../../cloud/find.ts'
import { given, rowAt, textAt, textsAt } from '../../cloud/json-values.ts'
import { inImage, perform } from '../../cloud/perform.ts'
import { poll } from '../../cloud/poll.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { shows } from '../../grammar/declared.ts'
import { either, flag, list, oneOf, text } from '../../grammar/option.ts'
import { listCell } from '../../output/cells.ts'
import type { Row } from '../../output/result.ts'
import { imageKind } from './image-kind.ts'
import { showImage } from './image-view.ts'

type Method = (typeof importMethods)[number]

interface Asked {
  readonly method: Method
  readonly uri: string | undefined
  readonly remoteImage: string | undefined
  readonly remoteRegion: string | undefined
  readonly remoteServiceInterface: string | undefined
  readonly store: readonly string[]
  readonly allStores: boolean
}

/** The options that belong to one method alone, with that method and whether it needs them. */
const ofOneMethod = [
  ['uri', 'web-download', true],
  ['remoteRegion', 'glance-download', true],
  ['remoteImage', 'glance-download', true],
  ['remoteServiceInterface', 'glance-download', false],
] as const

const flagOf = (key: string): string => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const requireFitting = (asked: Asked): void => {
  const { method, store, allStores } = asked
  for (const [key, owner, needed] of ofOneMethod) {
    const isGiven = asked[key] !== undefined
    if (needed && method === owner && !isGiven)
      throw new CliError(`The '${flagOf(key)}' option is required when using '--method=${owner}'`)
    if (method !== owner && isGiven)
      throw new CliError(`The '${flagOf(key)}' option is only supported when using '--method=${owner}'`)
  }
  if (store.length > 0 && allStores)
    throw new CliError("The '--store' and '--all-stores' options are mutually exclusive")
  if (method === 'copy-image' && store.length === 0 && !allStores)
    throw new CliError("The '--store' or '--all-stores' option is required when using '--method=copy-image'")
}

const requireOffered = async (session: Session, method: Method): Promise<void> => {
  const offered = textsAt(rowAt(await perform(session, inImage(showImport)), 'import-methods'), 'value')
  if (!offered.includes(method))
    throw new CliError(
      `The '${method}' import method is not supported by this deployment. Supported: ${offered.join(', ')}`,
    )
}

/** Waits until no import task works on the image; throws if its import failed. */
const imported = (session: Session, id: string): Promise<Row> =>
  poll(session, `Import of image ${id}`, async () => {
    const image = await getById(session, imageKind, id)
    if (textAt(image, 'os_glance_import_task') !== '' || image.status === 'importing') return undefined
    const failed = textAt(image, 'os_glance_failed_import')
    if (image.status === 'active' && failed === '') return image
    throw new CliError(`The import of image ${id} failed${failed && ` for these stores: ${failed}`}`)
  })

/** `image import`: has the service bring data from staging or elsewhere, or copy an image to further stores. */
const importImage = command({
  words: 'image import',
  summary: 'Initiate the image import process',
  calls: [inImage(importing)],
  output: 'one',
  positionals: { image: one('<image>', 'Image to initiate import process for (name or ID)') },
  options: {
    method: oneOf(importMethods, 'Import method (default: glance-direct, which imports staged data)'),
    uri: text('<uri>', "URI to download the image from (only valid with 'web-download')"),
    remoteImage: text(
      '<remote-image>',
      "ID of the image in the remote Glance (only valid with 'glance-download')",
    ),
    remoteRegion: text('<remote-region>', "Region of the remote Glance (only valid with 'glance-download')"),
    remoteServiceInterface: text(
      '<interface>',
      "Endpoint interface of the remote Glance (only valid with 'glance-download')",
    ),
    store: list('<store>', 'Store to import the image into (repeat option to specify multiple stores)'),
    allStores: flag('Import the image into all stores'),
    failure: either(
      { '--allow-failure': true, '--disallow-failure': false },
      'Whether the import continues if it fails in some of the stores (default: it continues)',
    ),
    wait: flag('Wait for operation to complete'),
  },
  run: async (session, { image, method = 'glance-direct', store, allStores, failure, wait, ...asked }) => {
    requireFitting({ ...asked, method, store, allStores })
    await requireOffered(session, method)
    const id = textAt(await find(session, imageKind, image), 'id')
    const body = {
      method: given({
        name: method,
        uri: asked.uri,
        glance_image_id: asked.remoteImage,
        glance_region: asked.remoteRegion,
        glance_service_interface: asked.remoteServiceInterface,
      }),
      ...(store.length > 0 ? { stores: [...store] } : {}),
      ...(allStores ? { all_stores: true } : {}),
      ...(store.length > 0 || allStores ? { all_stores_must_succeed: failure === false } : {}),
    }
    await session.api.image.call(importing, { path: { image_id: id }, body })
    return showImage(wait ? await imported(session, id) : await getById(session, imageKind, id))
  },
})

export const imageImportCommands = [
  importImage,
  shows({
    words: 'image import info',
    summary: 'Show available import methods',
    ...{ service: 'image', operation: showImport },
    columns: { 'import-methods': ({ value }) => listCell(value) },
  }),
]
