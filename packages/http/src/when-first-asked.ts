import type { Handler } from './message.ts'

/** A handler whose code is loaded at the first request. */
export const whenFirstAsked = (load: () => Promise<Handler>): Handler => {
  let loading: Promise<Handler> | undefined
  let loaded: Handler | undefined
  return async (request) => {
    if (loaded) return loaded(request)
    loading ??= load()
    try {
      loaded = await loading
    } catch (error) {
      loading = undefined
      throw error
    }
    return loaded(request)
  }
}
