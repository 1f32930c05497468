import { findId, findOptionalId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import type { Session } from '../../cloud/session.ts'
import { either, inOrder, list } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import type { Row } from '../../output/result.ts'
import { networkKind, portKind } from '../network/network-kinds.ts'

const nicMetavar =
  '<net-id=net-uuid,port-id=port-uuid,v4-fixed-ip=ip-addr,v6-fixed-ip=ip-addr,tag=tag,auto,none>'

/** The options of `server create` that define its networks. The server's NICs are in the order of these options. */
export const networkOptions = {
  network: list('<network>', 'Create a NIC on the server and connect it to network (repeatable)'),
  port: list('<port>', 'Create a NIC on the server and connect it to port (repeatable)'),
  nic: inOrder(['network', 'port', 'nic'], nicMetavar, 'Create a NIC on the server (repeatable)'),
  allocation: either(
    { '--no-network': 'none', '--auto-network': 'auto' },
    'Connect the server to no network, or to one that the cloud selects (2.37 or above)',
  ),
}

interface Nic {
  readonly key: 'network' | 'port' | 'nic'
  readonly word: string
}

interface NetworksAsked {
  /** Those of `--network`, `--port` and `--nic`. */
  readonly nic: readonly Nic[]
  readonly allocation: 'none' | 'auto' | undefined
}

const nicKeys = ['net-id', 'port-id', 'v4-fixed-ip', 'v6-fixed-ip', 'tag']

const parseNic = (nic: string): Readonly<Record<string, string>> => {
  const pairs = nic.split(',').map((part): [string, string] => {
    const [key = '', value = ''] = part.split('=', 2)
    if (!nicKeys.includes(key) || value === '') {
      throw new UsageError(`argument --nic: Invalid argument ${nic}; argument must be of form ${nicMetavar}`)
    }
    return [key, value]
  })
  return Object.fromEntries(pairs)
}

const nicBody = async (session: Session, { key, word }: Nic): Promise<Row> => {
  if (key === 'network') return { uuid: await findId(session, networkKind, word) }
  if (key === 'port') return { port: await findId(session, portKind, word) }
  const nic = parseNic(word)
  return given({
    uuid: await findOptionalId(session, networkKind, nic['net-id']),
    port: await findOptionalId(session, portKind, nic['port-id']),
    fixed_ip: nic['v4-fixed-ip'] ?? nic['v6-fixed-ip'],
    tag: nic.tag,
  })
}

/** Whether the word asks for no network, or for one that the cloud selects. A port may have such a name. */
const isAllocation = ({ key, word }: Nic): boolean => key !== 'port' && (word === 'auto' || word === 'none')

/** The `networks` of a server's body. By default, the cloud chooses (`auto`), from 2.37 on. */
export const serverNetworks = async (
  session: Session,
  { nic: nics, allocation }: NetworksAsked,
): Promise<'auto' | 'none' | readonly Row[] | undefined> => {
  const words = [
    ...nics.filter(isAllocation).map(({ word }) => word),
    ...(allocation === undefined ? [] : [allocation]),
  ]
  if (words.length > 0) {
    if (nics.some((nic) => !isAllocation(nic)) || new Set(words).size > 1) {
      throw new UsageError(
        'argument --nic: Specifying a --nic of auto or none cannot be used with any other --nic value.',
      )
    }
    return words[0] === 'none' ? 'none' : 'auto'
  }
  if (nics.length > 0) return Promise.all(nics.map((nic) => nicBody(session, nic)))
  return session.computeVersion >= 2037 ? 'auto' : undefined
}
