import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { JsonObject } from '@nimbo/kernel/json'
import { keyTypeOf } from '../key-pairs/key-type.ts'
import type { ServerPort } from '../networks/server-port.ts'
import { requestedTopology } from '../numa/requested-topology.ts'
import { fullHostname } from './full-hostname.ts'
import { shownIn } from './metadata-versions.ts'
import { taggedDevices } from './tagged-devices.ts'

/** The path of the n-th injected file, below `openstack`. */
export const contentPath = (index: number): string => `/content/${String(index).padStart(4, '0')}`

/** The version of the OpenStack format with which each value of `meta_data.json` came; the others are in all. */
const since = {
  ...{ admin_pass: '2013-04-04', random_seed: '2013-04-04', project_id: '2015-10-15' },
  ...{ devices: '2016-06-30', dedicated_cpus: '2020-10-14' },
}

/** `openstack/VERSION/meta_data.json`, as cloud-init reads it. */
export const metadataJson = (
  server: HostedServer,
  ports: readonly ServerPort[],
  { domain, randomSeed }: { readonly domain: string; readonly randomSeed: Buffer },
  version: string,
): JsonObject =>
  shownIn(version, since, {
    uuid: server.id,
    name: server.name,
    hostname: fullHostname(server, domain),
    project_id: server.projectId,
    availability_zone: server.availabilityZone ?? '',
    launch_index: server.launchIndex,
    meta: server.metadata,
    ...keysOf(server),
    ...(server.secrets?.adminPassword === undefined ? {} : { admin_pass: server.secrets.adminPassword }),
    ...((server.secrets?.personality.length ?? 0) === 0
      ? {}
      : {
          files: server.secrets?.personality.map(({ path }, index) => ({
            path,
            content_path: contentPath(index),
          })),
        }),
    random_seed: randomSeed.toString('base64'),
    devices: taggedDevices(server, ports, version),
    dedicated_cpus: dedicatedCpus(server),
  })

/** The guest CPUs that have a host CPU each. */
const dedicatedCpus = ({ flavor, imageProperties }: HostedServer): readonly number[] =>
  (requestedTopology({ flavor, imageProperties })?.cells ?? [])
    .flatMap(({ pcpuset }) => pcpuset)
    .sort((one, other) => one - other)

const keysOf = ({ keyName, publicKey }: HostedServer): JsonObject =>
  keyName === undefined || publicKey === undefined
    ? {}
    : {
        public_keys: { [keyName]: publicKey },
        keys: [{ name: keyName, type: keyTypeOf(publicKey), data: publicKey }],
      }
