import type { MessagePort } from 'node:worker_threads'
import { isFault } from '@nimbo/kernel/errors'
import type { Answer, Call, Methods } from './messages.ts'

/** Lets the other end of the port call an object of this thread. Calls start in the order they were made. */
export const answerCalls = <Served extends Methods<Served>>(port: MessagePort, served: Served): void => {
  const methods = new Map<string, (...args: never[]) => Promise<unknown>>(Object.entries(served))
  const answer = async ({ id, method, args }: Call): Promise<Answer> => {
    try {
      const called = methods.get(method)
      if (!called) throw new Error(`a thread was asked for ${method}, which it does not know`)
      return { id, result: await called(...(args as never[])) }
    } catch (error) {
      return isFault(error) ? { id, fault: error.toJSON() } : { id, error }
    }
  }
  port.on('message', async (call: Call) => port.postMessage(await answer(call)))
}
