const kept = 'nimbo.place'
const mount = '/dashboard'

/** Remembers the address one is at while one signs in elsewhere. */
export const keepPlace = (): void =>
  sessionStorage.setItem(kept, location.pathname.slice(mount.length) + location.search)

/** The address that was remembered, once; the beginning where there is none. */
export const takePlace = (): string => {
  const place = sessionStorage.getItem(kept)
  sessionStorage.removeItem(kept)
  return place?.startsWith('/') ? place : '/'
}
