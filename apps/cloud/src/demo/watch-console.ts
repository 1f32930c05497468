import { setTimeout as pause } from 'node:timers/promises'
import type { AdminClient } from './admin-client.ts'

const lookEveryMs = 500

/** Returns the last lines of a guest's console output, once they end in a login prompt or the time is up. */
export const watchConsole = async (
  door: AdminClient,
  serverId: string,
  { prompt, withinMs, lines }: { prompt: RegExp; withinMs: number; lines: number },
): Promise<{ text: string; prompted: boolean }> => {
  const until = Date.now() + withinMs
  for (;;) {
    const body = { 'os-getConsoleOutput': { length: lines } }
    const { output } = await door.post<{ output: string }>(`/compute/v2.1/servers/${serverId}/action`, body)
    const prompted = prompt.test(output)
    if (prompted || Date.now() > until) return { text: output.trimEnd(), prompted }
    await pause(lookEveryMs)
  }
}
