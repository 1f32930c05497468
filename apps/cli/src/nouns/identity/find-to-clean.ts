import { listServersInFull } from '@nimbo/contracts/compute/servers'
import { listContainers } from '@nimbo/contracts/object-store/accounts'
import { deleteContainer } from '@nimbo/contracts/object-store/containers'
import { deleteObject } from '@nimbo/contracts/object-store/objects'
import { deleteStack, listStacksInFull } from '@nimbo/contracts/orchestration/stacks'
import { type Kind, removeById } from '../../cloud/find.ts'
import { textAt } from '../../cloud/json-values.ts'
import { inOrchestration, perform, performAll } from '../../cloud/perform.ts'
import { serverKind } from '../compute/server-kind.ts'
import { imageKind } from '../image/image-kind.ts'
import { accountOf } from '../object-store/account.ts'
import { namesIn } from '../object-store/container.ts'
import { everyPage, listed, nameOf } from '../object-store/listing.ts'
import { projectPath } from '../orchestration/stack-path.ts'
import { lastEvent, waitForDeletion } from '../orchestration/stack-wait.ts'
import { backupKind, snapshotKind, volumeKind } from '../volume/volume-kinds.ts'
import { type Finding, finding, type Phase, type Search } from './finding.ts'
import { findNetworks } from './find-networks-to-clean.ts'
import { orNone, ownOf, untilGone } from './project-resources.ts'

/** The stacks; deleting one ends when its resources are gone. */
const findStacks = async ({ session, matches, skips }: Search): Promise<Phase> => {
  if (skips('orchestration.stack')) return []
  const path = await projectPath(session)
  const stacks = await performAll(session, inOrchestration(listStacksInFull), { path })
  return stacks.filter(matches).map((stack) => {
    const [id, name] = [textAt(stack, 'id'), textAt(stack, 'stack_name')]
    const at = { ...path, stack_name: name, stack_id: id }
    const remove = async () => {
      const marker = await lastEvent(session, at)
      await perform(session, inOrchestration(deleteStack), { path: at })
      await waitForDeletion(session, { path: at, marker })
    }
    return finding('Stack', { id, name }, { remove })
  })
}

interface Sought {
  readonly type: string
  /** As options name it: `compute.server`. */
  readonly named: string
  readonly kind: Kind
  /** The kind with the list that tells the age. */
  readonly inFull?: Kind
}

const findKind = async (
  { session, matches, skips }: Search,
  { type, named, kind, inFull = kind }: Sought,
): Promise<Phase> => {
  if (skips(named)) return []
  const rows = await ownOf(session, inFull)
  return rows.filter(matches).map((row) => {
    const id = textAt(row, 'id')
    return finding(type, row, {
      remove: () => removeById(session, kind, id),
      untilGone: () => untilGone(session, kind, id),
    })
  })
}

const serversSought: Sought = {
  ...{ type: 'Server', named: 'compute.server', kind: serverKind },
  inFull: { ...serverKind, list: listServersInFull },
}
const imagesSought: Sought = { type: 'Image', named: 'image.image', kind: imageKind }
const backupsSought: Sought = { type: 'Backup', named: 'block_storage.backup', kind: backupKind }
const snapshotsSought: Sought = { type: 'Snapshot', named: 'block_storage.snapshot', kind: snapshotKind }
const volumesSought: Sought = { type: 'Volume', named: 'block_storage.volume', kind: volumeKind }

/** Containers and their objects, whose age the account does not tell. */
const findContainers = async ({ session, matchesAll, skips }: Search): Promise<readonly Phase[]> => {
  if (!matchesAll || skips('object_store.container', 'object_store.object')) return []
  const account = await accountOf(session)
  const { 'object-store': store } = session.api
  const rows = await listed(everyPage, (query) => store.open(listContainers, { path: { account }, query }))
  const objects: Finding[] = []
  const containers: Finding[] = []
  for (const container of rows.map(nameOf)) {
    for (const object of await namesIn(session, account, container)) {
      const remove = () => store.open(deleteObject, { path: { account, container, object } })
      objects.push(finding('Object', { id: object, name: object }, { remove }))
    }
    const remove = () => store.call(deleteContainer, { path: { account, container } })
    containers.push(finding('Container', { id: container, name: container }, { remove }))
  }
  return [objects, containers]
}

/** What a cleanup deletes of a project, in phases in which nothing keeps what comes later. */
export const findToClean = async (search: Search): Promise<readonly Phase[]> => {
  const servers = await findKind(search, serversSought)
  const serverIds = new Set(servers.map(({ id }) => id))
  // A backup is kept by the increments made after it. The service lists the newest first.
  const backups = await findKind(search, backupsSought)
  return [
    await orNone(() => findStacks(search)),
    servers,
    ...(await orNone(() => findNetworks(search, serverIds))),
    await findKind(search, imagesSought),
    ...backups.map((backup) => [backup]),
    await findKind(search, snapshotsSought),
    await findKind(search, volumesSought),
    ...(await orNone(() => findContainers(search))),
  ]
}
