import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { JsonObject } from '@nimbo/kernel/json'
import type { ServerPort } from '../networks/server-port.ts'
import { taggedDevices } from './tagged-devices.ts'

/** The path of the n-th injected file, below `openstack`. */
export const contentPath = (index: number): string => `/content/${String(index).padStart(4, '0')}`

/** `openstack/latest/meta_data.json`, as cloud-init reads it. */
export const metadataJson = (
  server: HostedServer,
  ports: readonly ServerPort[],
  { domain, randomSeed }: { readonly domain: string; readonly randomSeed: Buffer },
): JsonObject => ({
  uuid: server.id,
  name: server.name,
  hostname: domain === '' ? server.hostname : `${server.hostname}.${domain}`,
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
  devices: taggedDevices(server, ports),
  dedicated_cpus: [],
})

const keysOf = ({ keyName, publicKey }: HostedServer): JsonObject =>
  keyName === undefined || publicKey === undefined
    ? {}
    : {
        public_keys: { [keyName]: publicKey },
        keys: [{ name: keyName, type: 'ssh', data: publicKey }],
      }
