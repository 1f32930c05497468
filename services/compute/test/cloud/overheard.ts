import type { Bus } from '@nimbo/bus/bus'
import type { Json } from '@nimbo/kernel/json'

/** Awaited before each message or call between parts of the cloud. */
export type Before = (moment: string) => Promise<void>

/** The same object, whose methods wait for `before`. */
export const overheard = <Spoken extends object>(name: string, spoken: Spoken, before: Before): Spoken => {
  const heard = { ...spoken }
  for (const method of Object.keys(spoken) as (keyof Spoken)[]) {
    const say = spoken[method] as (...words: unknown[]) => Promise<unknown>
    const sayLater = async (...words: unknown[]): Promise<unknown> => {
      await before(`${name} ${String(method)}`)
      return say.apply(spoken, words)
    }
    heard[method] = sayLater as Spoken[typeof method]
  }
  return heard
}

/** The RPC method that a message calls. */
const wordOf = (message: Json): string => String((message as { readonly method?: unknown }).method)

/** The same bus, whose calls and casts wait for `before`. */
export const overheardBus = (bus: Bus, before: Before): Bus => ({
  call: async (target, message, options) => {
    await before(`call ${wordOf(message)}`)
    return bus.call(target, message, options)
  },
  cast: async (target, message) => {
    await before(`cast ${wordOf(message)}`)
    return bus.cast(target, message)
  },
  fanout: (target, message) => bus.fanout(target, message),
  listen: (target, handler, options) => bus.listen(target, handler, options),
  notify: (target, message) => bus.notify(target, message),
  subscribe: (source, handler, options) => bus.subscribe(source, handler, options),
  close: () => bus.close(),
  idle: () => bus.idle(),
})
