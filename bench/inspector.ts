import { setTimeout as pause } from 'node:timers/promises'
import { withDeadline } from '@nimbo/kernel/deadline'

/** Where a process listens after SIGUSR1, unless it was started with another `--inspect-port`. */
const address = 'http://127.0.0.1:9229/json/list'
const [looks, lookEveryMs] = [100, 50]
const answersWithinMs = 60_000

/** A connection to a process's inspector (https://chromedevtools.github.io/devtools-protocol/v8/). */
export interface Inspector extends Disposable {
  ask<Result>(method: string, params?: object): Promise<Result>
}

const socketOf = async (pid: number): Promise<string> => {
  process.kill(pid, 'SIGUSR1')
  for (let look = 0; look < looks; look += 1) {
    const listed = await fetch(address).catch(() => undefined)
    if (listed) {
      const [target] = (await listed.json()) as readonly { readonly webSocketDebuggerUrl: string }[]
      if (target) return target.webSocketDebuggerUrl
    }
    await pause(lookEveryMs)
  }
  throw new Error(`process ${pid} opened no inspector`)
}

/** Makes a Node process open its inspector, and connects to it. */
export const inspect = async (pid: number): Promise<Inspector> => {
  const socket = new WebSocket(await socketOf(pid))
  const asked = new Map<number, (result: unknown) => void>()
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data))
    asked.get(id)?.(result)
    asked.delete(id)
  }
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`process ${pid} does not let its inspector be opened`))
  })
  let last = 0
  return {
    ask: <Result>(method: string, params = {}) => {
      const { promise, resolve } = Promise.withResolvers<Result>()
      last += 1
      asked.set(last, (result) => resolve(result as Result))
      socket.send(JSON.stringify({ id: last, method, params }))
      return withDeadline(method, answersWithinMs, promise)
    },
    [Symbol.dispose]: () => socket.close(),
  }
}
