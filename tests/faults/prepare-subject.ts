import assert from 'node:assert/strict'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { bootServer } from '@nimbo/testkit/servers'
import { doAsked } from './do-asked.ts'
import type { FaultCloud } from './fault-cloud.ts'
import type { Move, Subject } from './move.ts'
import { orderOf, orderOnVolume, type Setup } from './setup.ts'
import { atRest } from './settling.ts'

interface Wanted {
  readonly move: Move
  readonly name: string
  readonly volume: boolean
}

/** Makes a server and the things that the move needs, and sends the requests that precede it. */
export const prepareSubject = async (
  cloud: FaultCloud,
  setup: Setup,
  { move, name, volume }: Wanted,
): Promise<Subject> => {
  const flavorRef = await makeFlavor(cloud.admin, { name: `larger for ${name}`, ram: 128 })
  const order = move.onVolume ? orderOnVolume(setup, name) : orderOf(setup, name, { volume })
  const id = await bootServer(cloud.admin, order)
  assert.equal((await atRest(cloud.admin, id)).status, 'ACTIVE')
  const plain = { id, setup, flavorRef, things: {} }
  const subject = { ...plain, things: (await move.makes?.(cloud, plain)) ?? {} }
  for (const one of move.before) await doAsked(cloud, subject, one)
  return subject
}
