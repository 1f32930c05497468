const kept = 'nimbo.reloaded'
const againMs = 60_000

/**
 * Reloads the page when one of its files cannot be loaded: after an upgrade of the cloud the files have other names. Once a
 * minute at most, in case the reason is another one.
 */
export const reloadWhenReplaced = (): void =>
  addEventListener('vite:preloadError', () => {
    const before = Number(sessionStorage.getItem(kept) ?? 0)
    if (Date.now() - before < againMs) return
    sessionStorage.setItem(kept, String(Date.now()))
    location.reload()
  })
