import type { StateDirectory } from '../state-directory.ts'
import { trustOwnAuthority } from '../tls/trust-own-authority.ts'
import type { Progress } from '../up/progress.ts'
import { type AdminClient, openAdminClient } from './admin-client.ts'
import { followFlow } from './follow-flow.ts'
import { loginLink } from './login-link.ts'
import {
  ensureFlavors,
  ensureFloatingIp,
  ensureImage,
  ensureKeyPair,
  ensureNetwork,
  ensureRouter,
  ensureRules,
  hasRealHypervisor,
} from './prepare.ts'
import { sshByPort } from './ssh-by-port.ts'
import { watchConsole } from './watch-console.ts'

interface Server {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly addresses: Readonly<Record<string, readonly { readonly addr: string }[]>>
}

const serverName = 'demo'
const promptWithinMs = 120_000
const consoleLines = 20
const loginPrompt = /\blogin: *$/

/**
 * `nimbo up --demo`: creates an image, flavors, a key pair and a network, then a server, and shows each step of it. Resolves to
 * an exit code.
 */
export const demo = async (state: StateDirectory, show: Progress): Promise<number> => {
  const say = show.say
  await trustOwnAuthority(state.path)
  const door = await openAdminClient(state.file('clouds.yaml'))
  say(`\nTo look on, open this once, within five minutes:\n  ${await loginLink(door)}`)
  // Requests the dashboard, so that it is built (or nearly) when the user opens it.
  void door.touch('/dashboard/')
  const real = await hasRealHypervisor(door)
  const existing = await findServer(door)
  if (existing) {
    await ensureRouter(door, await ensureNetwork(door))
    say(`\nThe demo server is here already: ${existing.id}, ${existing.status}.`)
    return tellConsole(door, state, existing, real, say)
  }
  const timed = async <Made>(what: string, make: Promise<Made>): Promise<Made> => {
    show.begin(what)
    const before = performance.now()
    const made = await make
    show.done(what, performance.now() - before)
    return made
  }
  say('\nBuilding a first server:')
  const imageRef = await timed('image tiny', ensureImage(door, real, say))
  const flavorRef = await timed('flavors', ensureFlavors(door))
  const key_name = await timed('key pair demo', ensureKeyPair(door, state))
  const network = await timed('network demo', ensureNetwork(door))
  await timed('router demo', ensureRouter(door, network))
  await timed('rules for ssh and ping', ensureRules(door))
  const server = {
    name: serverName,
    imageRef,
    flavorRef,
    key_name,
    config_drive: true,
    networks: [{ uuid: network }],
  }
  const before = performance.now()
  const { server: accepted } = await door.post<{ server: { id: string } }>('/compute/v2.1/servers', {
    server,
  })
  say(`\nThe flow of server ${accepted.id}:`)
  const { status, fault } = await followFlow(door, accepted.id, say)
  say(`\nServer ${serverName} is ${status} after ${((performance.now() - before) / 1000).toFixed(1)} s.`)
  if (status !== 'ACTIVE') {
    say(fault?.message ?? '')
    return 1
  }
  const built = await findServer(door)
  return built ? tellConsole(door, state, built, real, say) : 1
}

const findServer = async (door: AdminClient): Promise<Server | undefined> => {
  const { servers } = await door.get<{ servers: Server[] }>(`/compute/v2.1/servers/detail?name=${serverName}`)
  return servers.find(({ name }) => name === serverName)
}

/** Shows the guest's console output and how to log in to it; resolves to an exit code. */
const tellConsole = async (
  door: AdminClient,
  state: StateDirectory,
  server: Server,
  real: boolean,
  say: (line: string) => void,
): Promise<number> => {
  if (server.status !== 'ACTIVE') return 0
  const prompt = real ? loginPrompt : /./
  const { text, prompted } = await watchConsole(door, server.id, {
    prompt,
    withinMs: promptWithinMs,
    lines: consoleLines,
  })
  say(`\nIts console:\n${text.replaceAll(/^/gm, '  | ')}`)
  if (!prompted) say(`\nNo login prompt came within ${promptWithinMs / 1000} s.`)
  const address = Object.values(server.addresses).flat()[0]?.addr ?? ''
  const outside = await ensureFloatingIp(door, server.id)
  const key = state.file('demo.pem')
  const ssh =
    outside === undefined ? await sshByPort(state, server.id, key) : `ssh -i ${key} cirros@${outside}`
  const reached = outside === undefined ? '' : `, and from outside the address ${outside}`
  say(
    [
      '',
      `It has the address ${address} on the network demo${reached}. To reach it:`,
      `  ./nimbo console log show ${serverName}`,
      ...(real && ssh !== undefined ? [`  ${ssh}`] : []),
      'How it was built, hop by hop:',
      `  ./nimbo flow ${serverName}`,
      '',
    ].join('\n'),
  )
  return prompted ? 0 : 1
}
