import { setTimeout as pause } from 'node:timers/promises'
import { UserError } from '@nimbo/kernel/user-error'
import type { AdminClient } from './admin-client.ts'

interface FlowEntry {
  readonly line: number
  readonly from: string
  readonly to: string
  readonly how: string
  readonly what: string
  readonly started_at: string
  readonly duration_ms: number
  readonly status: string
}

interface Server {
  readonly id: string
  readonly status: string
  readonly fault?: { readonly message: string }
}

const lookEveryMs = 300
const builtWithinMs = 10 * 60_000

const spell = ({ line, from, to, how, what, duration_ms, status }: FlowEntry): string => {
  const hop = from === to ? from : `${from} → ${to}`
  const took = `${duration_ms.toFixed(1)} ms`.padStart(12)
  return `  ${String(line).padStart(2)} ${hop.padEnd(32)} ${how.padEnd(9)} ${took}  ${what}${status === 'ok' ? '' : '  ✘'}`
}

/** Shows each step of a server's creation from the recorded trace, until the server is created. */
export const followFlow = async (
  door: AdminClient,
  serverId: string,
  say: (line: string) => void,
): Promise<Server> => {
  const shown = new Set<string>()
  const until = Date.now() + builtWithinMs
  for (;;) {
    const { server } = await door.get<{ server: Server }>(`/compute/v2.1/servers/${serverId}`)
    const { flow } = await door.get<{ flow: FlowEntry[] }>(`/compute/v2.1/servers/${serverId}/nimbo-flow`)
    for (const entry of flow) {
      const key = `${entry.line} ${entry.started_at}`
      if (!shown.has(key)) say(spell(entry))
      shown.add(key)
    }
    const built = server.status !== 'BUILD'
    if (built && (server.status === 'ERROR' || flow.some(({ line }) => line === 30))) return server
    if (Date.now() > until)
      throw new UserError(
        `server ${serverId} is still ${server.status} after ${builtWithinMs / 60_000} minutes`,
      )
    await pause(lookEveryMs)
  }
}
