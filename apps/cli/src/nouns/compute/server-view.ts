import { find, getById } from '../../cloud/find.ts'
import { isRow, rowsAt, textAt, textIn, without } from '../../cloud/json-values.ts'
import type { Session } from '../../cloud/session.ts'
import { listCell, listsCell, powerCell, recordCell, recordsCell } from '../../output/cells.ts'
import { everyField, type Formatted, type Result, type Row } from '../../output/result.ts'
import { imageKind } from '../image/image-kind.ts'
import { flavorKind } from './flavor.ts'

/** Shown as the image of a server without one. */
export const bootedFromVolume = 'N/A (booted from volume)'

/** Addresses by network: `private=10.0.0.3, fd00::3; public=…`. */
export const networksOf = (server: Row): Formatted => {
  const addresses = isRow(server.addresses) ? server.addresses : {}
  const pairs = Object.keys(addresses).map((name) => [
    name,
    rowsAt(addresses, name).map((each) => textAt(each, 'addr')),
  ])
  return listsCell(Object.fromEntries(pairs))
}

const named = (row: Row, id: string): string => `${textAt(row, 'name')} (${id})`

const imageText = async (session: Session, server: Row): Promise<string> => {
  const id = textIn(server, 'image', 'id')
  if (id === undefined) return bootedFromVolume
  // Falls back to the id when the image was deleted or is not visible.
  return getById(session, imageKind, id).then(
    (image) => named(image, id),
    () => id,
  )
}

const flavorText = async (session: Session, server: Row): Promise<unknown> => {
  const id = textIn(server, 'flavor', 'id')
  if (id === undefined) return recordCell(server.flavor)
  return find(session, flavorKind, id).then(
    (flavor) => named(flavor, id),
    () => id,
  )
}

/** Members that are renamed or reformatted. */
const reshaped = (server: Row): Row => ({
  addresses: networksOf(server),
  properties: recordCell(server.metadata),
  ...(server.tenant_id !== undefined && { project_id: server.tenant_id }),
  ...(server.tags !== undefined && { tags: listCell(server.tags) }),
  ...(server.security_groups !== undefined && { security_groups: recordsCell(server.security_groups) }),
  ...(server['os-extended-volumes:volumes_attached'] !== undefined && {
    volumes_attached: recordsCell(server['os-extended-volumes:volumes_attached']),
  }),
  ...(server['OS-EXT-STS:power_state'] !== undefined && {
    'OS-EXT-STS:power_state': powerCell(server['OS-EXT-STS:power_state']),
  }),
})

const replaced = ['links', 'metadata', 'tenant_id', 'os-extended-volumes:volumes_attached']

/** A server as `server show` prints it. */
export const showServer = async (session: Session, server: Row): Promise<Result> =>
  everyField({
    ...without(server, ...replaced),
    ...reshaped(server),
    image: await imageText(session, server),
    flavor: await flavorText(session, server),
  })
