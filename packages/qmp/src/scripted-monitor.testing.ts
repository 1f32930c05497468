import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json, JsonObject } from '@nimbo/kernel/json'

/** A received command as it was sent. */
export interface Asked {
  readonly execute: string
  readonly arguments?: JsonObject
  readonly id: number
}

export interface ScriptedMonitor extends AsyncDisposable {
  readonly path: string
  readonly asked: readonly Asked[]
  /** Writes text to the connected client. */
  say(text: string): void
  hangUp(): void
}

/** The reply to a command; undefined for none. */
export type Script = (asked: Asked) => { readonly return: Json } | { readonly error: JsonObject } | undefined

export const greeting =
  '{"QMP": {"version": {"qemu": {"micro": 22, "minor": 2, "major": 7}, "package": ""}, "capabilities": ["oob"]}}\r\n'

/** A monitor that greets like QEMU and replies by a script. */
export const scriptedMonitor = async (
  script: Script,
  { greets = greeting }: { readonly greets?: string } = {},
): Promise<ScriptedMonitor> => {
  const directory = await mkdtemp(join(tmpdir(), 'qmp-'))
  const path = join(directory, 'qmp.sock')
  const asked: Asked[] = []
  let last: Socket | undefined
  const server = createServer((socket) => {
    last = socket
    socket.on('error', () => {})
    socket.write(greets)
    let begun = ''
    socket.on('data', (piece) => {
      begun += piece.toString()
      const lines = begun.split('\n')
      begun = lines.pop() ?? ''
      for (const line of lines) {
        const command: Asked = JSON.parse(line)
        asked.push(command)
        const answer = command.execute === 'qmp_capabilities' ? { return: {} } : script(command)
        if (answer) socket.write(`${JSON.stringify({ ...answer, id: command.id })}\r\n`)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen({ path }, resolve))
  return {
    path,
    asked,
    say: (text) => last?.write(text),
    hangUp: () => last?.destroy(),
    [Symbol.asyncDispose]: async () => {
      last?.destroy()
      await new Promise((resolve) => server.close(resolve))
      await rm(directory, { recursive: true, force: true })
    },
  }
}
