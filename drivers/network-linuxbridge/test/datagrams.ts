import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Guest } from './guests.ts'

const inside = ({ namespace }: Guest, ...command: string[]): string =>
  execFileSync('ip', ['netns', 'exec', namespace, ...command], { encoding: 'utf8', timeout: 30_000 })

/** Makes a guest count the datagrams that it receives, and separately those with a DSCP mark. */
export const count = (guest: Guest, mark: number): void => {
  for (const words of [
    'add table inet seen',
    'add chain inet seen here { type filter hook input priority 0; }',
    'add counter inet seen datagrams',
    'add counter inet seen marked',
    'add rule inet seen here udp dport 9 counter name datagrams',
    `add rule inet seen here udp dport 9 ip dscp ${mark} counter name marked`,
  ])
    inside(guest, 'nft', words)
}

/** What a guest has received: `datagrams`, or those that are `marked`. */
export const counted = (guest: Guest, name: string): { readonly packets: number; readonly bytes: number } => {
  const [, packets, bytes] =
    /packets (\d+) bytes (\d+)/.exec(inside(guest, 'nft', 'list', 'counter', 'inet', 'seen', name)) ?? []
  return { packets: Number(packets), bytes: Number(bytes) }
}

/** Sends datagrams of so many bytes to the address, as fast as possible. */
export const send = (from: Guest, address: string, datagrams: number, size: number): void => {
  const program = join(import.meta.dirname, 'send-datagrams.ts')
  inside(from, process.execPath, program, address, String(datagrams), String(size))
}
