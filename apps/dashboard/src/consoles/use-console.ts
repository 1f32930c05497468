import { computeApi } from '@nimbo/contracts/compute/api'
import { openRemoteConsole } from '@nimbo/contracts/compute/remote-consoles'
import { useQuery } from '@tanstack/react-query'
import { clientOf } from '../api/api-clients.ts'
import { socketUrl } from './socket-url.ts'

interface Kind {
  readonly protocol: 'vnc' | 'serial'
  readonly type: 'novnc' | 'serial'
}

/** Requests a console URL of a server. It is not cached, because its token expires. */
export const useConsole = (serverId: string, kind: Kind) =>
  useQuery({
    queryKey: ['console', serverId, kind.type],
    queryFn: async () => {
      const path = { server_id: serverId }
      const { remote_console } = await clientOf(computeApi).call(openRemoteConsole, {
        path,
        body: { remote_console: kind },
      })
      return socketUrl(remote_console.url, window.location)
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
