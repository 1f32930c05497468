import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { CliError } from '../../cloud/cli-error.ts'
import { findId, getById } from '../../cloud/find.ts'
import { rowAt, rowsAt, textAt, textIn } from '../../cloud/json-values.ts'
import { any, command, one } from '../../grammar/command.ts'
import { also, either, integer, list, text } from '../../grammar/option.ts'
import { nothing, type Row } from '../../output/result.ts'
import { serverKind } from './server-kind.ts'

/** What compute calls the addresses that users know as public and private. */
const typeOf: Readonly<Record<string, string>> = { public: 'floating', private: 'fixed' }

/** The address of a server in a network of that name, or else of that type. */
const addressOf = (server: Row, wanted: string, families: readonly number[]): string => {
  const addresses = rowAt(server, 'addresses')
  const everywhere = Object.keys(addresses).flatMap((network) => rowsAt(addresses, network))
  const ofType = everywhere.filter((one) => one['OS-EXT-IPS:type'] === (typeOf[wanted] ?? wanted))
  const found = [...rowsAt(addresses, wanted), ...ofType]
    .map((one) => textAt(one, 'addr'))
    // Nothing but an address gets on the command line of ssh.
    .find((address) => families.includes(isIP(address)))
  if (found === undefined)
    throw new CliError(`The server has no ${wanted} address of IP version ${families.join(' or ')}.`)
  return found
}

/** Runs ssh on the user's terminal. */
const runSsh = async (words: readonly string[]): Promise<void> => {
  const child = spawn('ssh', words, { stdio: 'inherit' })
  const [code, signal] = await once(child, 'exit').catch((cause: unknown) => {
    throw new CliError('The program ssh cannot be run.', { cause })
  })
  if (code !== 0) throw new CliError(`ssh ended with ${code ?? signal}.`)
}

export const sshServer = command({
  words: 'server ssh',
  summary: 'SSH to server',
  output: 'none',
  positionals: {
    server: one('<server>', 'Server (name or ID)'),
    ssh: any('-- <argument>', 'Options of ssh, and a command to run there'),
  },
  options: {
    family: either({ '-4': 4, '-6': 6 }, 'Use only addresses of this IP version'),
    face: either(
      { '--public': 'public', '--private': 'private' },
      'Use a floating IP (default) or a fixed IP of the server',
    ),
    addressType: text('<address-type>', 'Use the address in the network of this name, or of this type'),
    login: also(text('<login-name>', 'Login name (default: your user name in the cloud)'), '-l'),
    port: also(integer('<port>', 'Port of the SSH server'), '-p'),
    identity: also(text('<keyfile>', 'File with the private key'), '-i'),
    option: also(list('<config-option>', 'Option as in ssh_config (repeatable)'), '-o'),
  },
  run: async (session, { server, ssh, family, face, addressType, login, port, identity, option }) => {
    const found = await getById(session, serverKind, await findId(session, serverKind, server))
    const address = addressOf(found, addressType ?? face ?? 'public', family ? [family] : [4, 6])
    const user = login ?? textIn((await session.authenticated()).body, 'user', 'name')
    await runSsh([
      ...(port === undefined ? [] : ['-p', String(port)]),
      ...(identity === undefined ? [] : ['-i', identity]),
      ...option.flatMap((each) => ['-o', each]),
      ...(user === undefined || (login === undefined && ssh.includes('-l')) ? [] : ['-l', user]),
      address,
      ...ssh,
    ])
    return nothing
  },
})
