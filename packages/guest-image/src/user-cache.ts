import { homedir } from 'node:os'
import { join } from 'node:path'

/** The user's cache directory (XDG Base Directory Specification). */
export const userCache = (): string => join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'nimbo')
