import type { Door } from './door.ts'

/** Where a browser is let in, once and within five minutes. It is for who reads the terminal, and goes into no log. */
export const loginLink = async (door: Door): Promise<string> => {
  const { path } = await door.post<{ path: string }>('/dashboard/api/links', {})
  return `${door.origin}${path}`
}
