import type { ConntrackHelper, PlainConntrackHelper } from '@nimbo/contracts/network/conntrack-helper'
import type { Inside } from '../../app/deps.ts'
import { errors as general } from '../../errors.ts'
import { reportRunning } from '../router/schedule-router.ts'
import { helpersOf } from './conntrack-helpers.ts'
import { errors } from './errors.ts'

/** The conntrack helpers of Linux, each with its protocols. */
const protocols: ReadonlyMap<string, readonly string[]> = new Map([
  ['amanda', ['udp']],
  ['ftp', ['tcp']],
  ['h323', ['udp', 'tcp']],
  ['irc', ['tcp']],
  ['netbios-ns', ['udp']],
  ['pptp', ['tcp']],
  ['sane', ['tcp']],
  ['sip', ['udp', 'tcp']],
  ['snmp', ['udp']],
  ['tftp', ['udp']],
])

/** Refuses an unknown helper and a duplicate. */
export const checkHelper = async ({ db }: Inside, wanted: ConntrackHelper): Promise<void> => {
  const { helper, protocol, port, router_id: routerId } = wanted
  const supported = protocols.get(helper)
  if (!supported) throw errors.ConntrackHelperNotAllowed({ helper })
  if (!supported.includes(protocol))
    throw errors.InvalidProtocolForHelper({ helper, protocol, supported: supported.join(', ') })
  const same = (await helpersOf(db, [routerId])).find(
    (each) =>
      each.id !== wanted.id && each.helper === helper && each.protocol === protocol && each.port === port,
  )
  if (same)
    throw general.BadRequest({
      resource: 'conntrack_helper',
      reason:
        'A duplicate conntrack helper entry with same attributes already exists, conflicting values are ' +
        `${helper} ${protocol} ${port}`,
    })
}

/** Tells the hosts of a router to apply its changed helpers. */
export const tellItsRouter = (inside: Inside, { router_id: routerId }: PlainConntrackHelper): Promise<void> =>
  reportRunning(inside, routerId)
