import type { AdminClient } from './admin-client.ts'

/**
 * Creates a link that logs a browser in to the dashboard, once and within five minutes. It is only printed on the terminal, never
 * logged.
 */
export const loginLink = async (door: AdminClient): Promise<string> => {
  const { path } = await door.post<{ path: string }>('/dashboard/api/links', {})
  return `${door.origin}${path}`
}
