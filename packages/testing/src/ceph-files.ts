import { randomUUID } from 'node:crypto'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The place and size of a small cluster. */
export interface CephPlace {
  readonly directory: string
  readonly fsid: string
  /** The IP address of all of its daemons. */
  readonly address: string
  readonly port: number
  readonly osds: number
  /** The size of each OSD in GiB. In time an OSD on disk writes to all of it, and the page cache holds that. */
  readonly gibibytes: number
  /** How long the OSDs consider a silent client alive, in seconds. */
  readonly clientWatchTimeoutS: number
}

/** Runs one of Ceph's programs to completion. */
type Run = (program: string, args: readonly string[]) => Promise<string>

/**
 * The configuration of a cluster on one machine for one test: small caches, no confirmations, and short timeouts for detecting a
 * dead daemon. An only OSD keeps its data in memory, which takes half of its processor time and a fifth of the start; several keep
 * theirs on disk, since a test may kill one and start it again.
 */
const confOf = ({
  directory,
  fsid,
  address,
  port,
  osds,
  gibibytes,
  clientWatchTimeoutS,
}: CephPlace): string => `
[global]
fsid = ${fsid}
mon host = v2:${address}:${port}
public addr = ${address}
cluster addr = ${address}
ms bind msgr1 = false
ms async op threads = 1
run dir = ${directory}/run
admin socket = ${directory}/run/$name.$pid.asok
log file = ${directory}/log/$name.log
keyring = ${directory}/keyring
crash dir = ${directory}/log
osd crush chooseleaf type = 0
mon osd min down reporters = 1
mon osd reporter subtree level = osd
osd heartbeat grace = 6
osd heartbeat interval = 2
osd pool default size = ${osds}
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon allow pool delete = true
mon max pg per osd = 2000
mon warn on pool no redundancy = false
auth allow insecure global id reclaim = false
mon data avail warn = 1
mon data avail crit = 0
[mon]
mon data = ${directory}/mon
paxos propose interval = 0.05
paxos min wait = 0.01
mon osd cache size min = 16777216
[mgr]
mgr data = ${directory}/mgr
mgr initial modules =
mgr module path = ${directory}/nomods
[osd]
osd data = ${directory}/osd.$id
osd objectstore = ${osds === 1 ? 'memstore' : 'bluestore'}
memstore device bytes = ${gibibytes * 1024 ** 3}
bluestore block size = ${gibibytes * 1024 ** 3}
bluestore block create = true
bluestore cache autotune = false
bluestore cache size = 33554432
bluefs sync write = false
bluestore sync submit transaction = false
osd op num shards = 2
osd op num threads per shard = 1
osd memory target = 939524096
osd client watch timeout = ${clientWatchTimeoutS}
[client]
rbd default features = 61
`

/** The users with their capabilities; all keys are in the monitor's initial store. */
const usersOf = (osds: number): readonly (readonly [name: string, ...caps: string[]])[] => [
  ['client.admin', 'mon', 'allow *', 'osd', 'allow *', 'mgr', 'allow *'],
  ['mgr.x', 'mon', 'allow profile mgr', 'osd', 'allow *'],
  ['client.nimbo', 'mon', 'profile rbd', 'osd', 'profile rbd', 'mgr', 'profile rbd'],
  ...Array.from({ length: osds }, (_, osd): readonly [string, ...string[]] => [
    `osd.${osd}`,
    ...['mon', 'allow profile osd', 'mgr', 'allow profile osd', 'osd', 'allow *'],
  ]),
]

/** Creates configuration, keys and the monitor's store. */
export const makeCephFiles = async (place: CephPlace, run: Run): Promise<void> => {
  const at = (name: string): string => join(place.directory, name)
  for (const name of ['run', 'log', 'mon', 'mgr', 'nomods']) await mkdir(at(name))
  await writeFile(at('ceph.conf'), confOf(place))
  const keyring = at('keyring')
  await run('ceph-authtool', [
    keyring,
    '--create-keyring',
    '--gen-key',
    '-n',
    'mon.',
    '--cap',
    'mon',
    'allow *',
  ])
  for (const [name, ...caps] of usersOf(place.osds)) {
    const may = caps.flatMap((word, index) => (index % 2 === 0 ? ['--cap', word] : [word]))
    await run('ceph-authtool', [keyring, '--gen-key', '-n', name, ...may])
  }
  await chmod(keyring, 0o600)
  const map = ['--create', '--fsid', place.fsid, '--addv', 'a', `[v2:${place.address}:${place.port}]`]
  await run('monmaptool', [...map, at('monmap')])
  await run('ceph-mon', ['--mkfs', '-i', 'a', '--monmap', at('monmap'), '--keyring', keyring])
}

/** Creates the store of an OSD; resolves to the UUID by which it registers with the monitor. */
export const makeOsd = async ({ directory }: CephPlace, osd: number, run: Run): Promise<string> => {
  const uuid = randomUUID()
  await mkdir(join(directory, `osd.${osd}`))
  await run('ceph-osd', [
    ...['--mkfs', '-i', String(osd), '--osd-uuid', uuid, '--monmap', join(directory, 'monmap')],
    ...['--no-mon-config', '--keyring', join(directory, 'keyring')],
  ])
  return uuid
}
