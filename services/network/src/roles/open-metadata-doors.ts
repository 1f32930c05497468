import { networkPlugin } from '@nimbo/contracts/network/agent-rpc'
import { listen } from '@nimbo/http/listener'
import { networkTransport } from '@nimbo/http/network-transport'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import type { ServiceHost } from '@nimbo/service/service-host'
import { answerMetadata } from '../agent/answer-metadata.ts'
import { type MetadataDoors, metadataDoors } from '../agent/metadata-doors.ts'
import type { NeutronConfig } from '../config.ts'

const graceMs = 1_000
/** A guest asks in one breath; whoever is silent for longer is let go. */
const idleMs = 30_000

/** Where guests of a host are answered, in the words of nova's metadata API. */
export const openMetadataDoors = (
  { bus, clock, log }: Pick<ServiceHost, 'bus' | 'clock' | 'log'>,
  { DEFAULT: options }: NeutronConfig,
): MetadataDoors => {
  const { enable_metadata_proxy: atRouters, enable_isolated_metadata: atIsolated } = options
  const { metadata_proxy_shared_secret: secret, nova_metadata_protocol: protocol } = options
  const { nova_metadata_host: host, nova_metadata_port: port } = options
  const url = `${protocol}://${host.includes(':') ? `[${host}]` : host}:${port}`
  const nova = networkTransport({ endpointOf: () => url, clock })
  const parts = { plugin: rpcClient(bus, networkPlugin).on(), nova, secret, log }
  const doors = metadataDoors({
    ...{ atRouters, atIsolated },
    answer: async (place, socket) => {
      const listener = await listen(answerMetadata(parts, place), { host: '', port: 0, socket, log, idleMs })
      return { close: () => listener.close(graceMs) }
    },
  })
  return {
    ...doors,
    closeAll: async () => {
      await doors.closeAll()
      nova.close()
    },
  }
}
