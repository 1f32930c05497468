import type { Handler } from './message.ts'

/** A handler whose code is loaded at the first request. */
export const whenFirstAsked = (load: () => Promise<Handler>): Handler => {
  let loading: Promise<Handler> | undefined
  let loaded: Handler | undefined
  const handleOnceLoaded: Handler = async (request) => {
    loading ??= load()
    try {
      loaded = await loading
    } catch (error) {
      loading = undefined
      throw error
    }
    return loaded(request)
  }
  return (request) => (loaded ?? handleOnceLoaded)(request)
}
