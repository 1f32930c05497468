import type { MovePart, MovePartOf, Moved } from '@nimbo/contracts/compute-rpc/move'
import type { Context } from '@nimbo/kernel/context'
import { Fault, messageOf } from '@nimbo/kernel/errors'
import type { ServerId } from '@nimbo/kernel/ids'
import { errors } from '../agent-errors.ts'
import { abandon } from './abandon.ts'
import { bringBack } from './bring-back.ts'
import { checkDeparture, checkLanding } from './check-live.ts'
import { claimRoom, releaseRoom } from './claim-room.ts'
import { depart, stay } from './depart.ts'
import { forget } from './forget.ts'
import { land } from './land.ts'
import type { MoveDeps } from './move-deps.ts'
import { receive } from './receive.ts'
import { setAside } from './set-aside.ts'
import { takeOver } from './take-over.ts'
import { vacate } from './vacate.ts'

interface Asked {
  readonly serverId: ServerId
  readonly move: MovePart
}

type LivePart = MovePartOf<
  'check-landing' | 'check-departure' | 'receive' | 'depart' | 'land' | 'vacate' | 'stay'
>

/** The steps of a live migration. */
const liveWorkOf = async (
  deps: MoveDeps,
  ctx: Context,
  { serverId, move }: { readonly serverId: ServerId; readonly move: LivePart },
): Promise<Moved> => {
  switch (move.part) {
    case 'check-landing':
      return checkLanding(deps)(ctx, serverId, move)
    case 'check-departure':
      return checkDeparture(deps)(ctx, serverId, move)
    case 'receive':
      return receive(deps)(ctx, serverId)
    case 'depart':
      return depart(deps)(ctx, serverId, move)
    case 'land':
      return land(deps)(ctx, serverId, move)
    case 'vacate':
      return vacate(deps)(ctx, serverId)
    case 'stay':
      return stay(deps)(ctx, serverId)
  }
}

const workOf = (deps: MoveDeps, ctx: Context, { serverId, move }: Asked): Promise<Moved> => {
  switch (move.part) {
    case 'claim-room':
      return claimRoom(deps)(ctx, serverId, move)
    case 'release-room':
      return releaseRoom(deps)(ctx, move)
    case 'set-aside':
      return setAside(deps)(ctx, serverId, move)
    case 'take-over':
      return takeOver(deps)(ctx, serverId, move)
    case 'bring-back':
      return bringBack(deps)(ctx, serverId, move)
    case 'forget':
      return forget(deps)(ctx, serverId, move)
    case 'abandon':
      return abandon(deps)(ctx, serverId, move)
    default:
      return liveWorkOf(deps, ctx, { serverId, move })
  }
}

/**
 * Runs this host's part of a server's move once earlier work on the server is done. Messages of the hypervisor become
 * the reason of the failure.
 */
export const moveServer =
  (deps: MoveDeps) =>
  (ctx: Context, asked: Asked): Promise<Moved> => {
    const { serverId, move } = asked
    const { tracer, turns, host } = deps
    return turns.run(serverId, () =>
      tracer.span(
        ctx,
        `move-${move.part}`,
        async (at) => {
          try {
            return await workOf(deps, at, asked)
          } catch (cause) {
            const error: unknown = cause instanceof SuppressedError ? cause.suppressed : cause
            if (error instanceof Fault) throw error
            const operation = `${move.part.replaceAll('-', ' ')} the server`
            throw errors.HypervisorFailed({ operation, reason: messageOf(error) }, { cause })
          }
        },
        { resource: serverId, host },
      ),
    )
  }
