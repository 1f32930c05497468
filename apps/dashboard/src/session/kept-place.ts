const kept = 'nimbo.place'
const mount = '/dashboard'

/** Saves the current path while the user signs in at an identity provider. */
export const keepPlace = (): void =>
  sessionStorage.setItem(kept, location.pathname.slice(mount.length) + location.search)

/** Returns the saved path and removes it; `/` if there is none. */
export const takePlace = (): string => {
  const place = sessionStorage.getItem(kept)
  sessionStorage.removeItem(kept)
  return place?.startsWith('/') ? place : '/'
}
