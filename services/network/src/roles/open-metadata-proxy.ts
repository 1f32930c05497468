import { networkPlugin } from '@nimbo/contracts/network/agent-rpc'
import { listen } from '@nimbo/http/listener'
import { networkTransport } from '@nimbo/http/network-transport'
import type { Transport } from '@nimbo/http/transport'
import { rpcClient } from '@nimbo/rpc/rpc-client'
import { readClientTls } from '@nimbo/service/read-tls'
import type { ServiceHost } from '@nimbo/service/service-host'
import { answerMetadata } from '../agent/answer-metadata.ts'
import { type MetadataSockets, metadataSockets } from '../agent/metadata-sockets.ts'
import type { NeutronConfig } from '../config.ts'

const graceMs = 1_000
/** How long an idle connection of a guest is kept open. */
const idleMs = 30_000

/** A client for Nova's metadata API, and a function to close it. */
const reachNova = (
  { transport, clock }: Pick<ServiceHost, 'transport' | 'clock'>,
  options: NeutronConfig['DEFAULT'],
): { readonly nova: Transport; readonly close: () => void } => {
  const { nova_metadata_protocol, nova_metadata_host: host, nova_metadata_port: port } = options
  if (host === '') return { nova: transport, close: () => {} }
  const url = `${nova_metadata_protocol}://${host.includes(':') ? `[${host}]` : host}:${port}`
  const tls = readClientTls('neutron.conf: [DEFAULT] auth_ca_cert or nova_client_cert', {
    ...{ cafile: options.auth_ca_cert, insecure: options.nova_metadata_insecure },
    ...{ certfile: options.nova_client_cert, keyfile: options.nova_client_priv_key },
  })
  const nova = networkTransport({ endpointOf: () => url, clock, tls })
  return { nova, close: () => nova.close() }
}

/** Opens the metadata proxy of a host. */
export const openMetadataProxy = (
  { bus, clock, log, transport }: Pick<ServiceHost, 'bus' | 'clock' | 'log' | 'transport'>,
  { DEFAULT: options }: NeutronConfig,
): MetadataSockets => {
  const { enable_metadata_proxy: atRouters, enable_isolated_metadata: atIsolated } = options
  const { metadata_proxy_shared_secret: secret } = options
  const { nova, close } = reachNova({ transport, clock }, options)
  const parts = { plugin: rpcClient(bus, networkPlugin).on(), nova, secret, log }
  const doors = metadataSockets({
    ...{ atRouters, atIsolated },
    configurations: {
      nova_metadata_host: options.nova_metadata_host,
      nova_metadata_port: options.nova_metadata_port,
    },
    answer: async (place, socket) => {
      const listener = await listen(answerMetadata(parts, place), { host: '', port: 0, socket, log, idleMs })
      return { close: () => listener.close(graceMs) }
    },
  })
  return {
    ...doors,
    closeAll: async () => {
      await doors.closeAll()
      close()
    },
  }
}
