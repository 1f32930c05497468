import { createBackup } from '@nimbo/contracts/compute/actions/create-backup'
import { createImage } from '@nimbo/contracts/compute/actions/create-image'
import type { Operation } from '@nimbo/operation/operation'
import { CliError } from '../../cloud/cli-error.ts'
import { find, getById } from '../../cloud/find.ts'
import { given, textAt } from '../../cloud/json-values.ts'
import { poll } from '../../cloud/poll.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { flag, integer, properties, text } from '../../grammar/option.ts'
import { nothing, type Result, type Row } from '../../output/result.ts'
import { imageKind } from '../image/image-kind.ts'
import { showImage } from '../image/image-view.ts'
import { act } from './server-action.ts'
import { serverKind } from './server-kind.ts'

/** The microversion from which the response body has the image's id; before, it was in a header, which is not read here. */
const imageNamed = '2.45'

/** The statuses of an image that never becomes active. */
const lost = ['killed', 'deleted', 'pending_delete']

interface Wanted {
  readonly operation: Operation
  readonly body: (server: Row) => object
  readonly wait: boolean
}

/** Creates an image of a server, and shows it. */
const imageOf = async (
  session: Session,
  name: string,
  { operation, body, wait }: Wanted,
): Promise<Result> => {
  const server = await find(session, serverKind, name)
  const reply = await act(session, textAt(server, 'id'), operation, body(server))
  const id = textAt(reply, 'image_id')
  if (id === '') return nothing
  const finished = async (): Promise<Row | undefined> => {
    const image = await getById(session, imageKind, id)
    const status = textAt(image, 'status')
    if (lost.includes(status)) throw new CliError(`Error creating server image: image ${id} is ${status}.`)
    return status === 'active' ? image : undefined
  }
  return showImage(
    wait ? await poll(session, `Image ${id}`, finished) : await getById(session, imageKind, id),
  )
}

const server = one('<server>', `Server to make an image of (name or ID; needs compute API ${imageNamed})`)

const create = command({
  words: 'server image create',
  summary: 'Create a new server disk image from an existing server',
  output: 'one',
  positionals: { server },
  options: {
    name: text('<image-name>', 'Name of new disk image (default: server name)'),
    property: properties('Set a new property on the image (repeat option to set multiple)'),
    wait: flag('Wait for operation to complete'),
  },
  run: (session, { server, name, property: metadata, wait }) =>
    imageOf(session, server, {
      operation: createImage.operation,
      body: (found) => ({ createImage: given({ name: name ?? textAt(found, 'name'), metadata }) }),
      wait,
    }),
})

const backup = command({
  words: 'server backup create',
  summary: 'Create a server backup image',
  output: 'one',
  positionals: { server },
  options: {
    name: text('<image-name>', 'Name of the backup image (default: server name)'),
    type: text('<backup-type>', "Used to populate the backup_type property of the image (default: '')"),
    rotate: integer('<count>', 'Number of backups to keep (default: 1)'),
    wait: flag('Wait for backup image create to complete'),
  },
  run: (session, { server, name, type = '', rotate = 1, wait }) =>
    imageOf(session, server, {
      operation: createBackup.operation,
      body: (found) => ({
        createBackup: { name: name ?? textAt(found, 'name'), backup_type: type, rotation: rotate },
      }),
      wait,
    }),
})

export const serverImageCommands = [create]
export const serverBackupCommands = [backup]
