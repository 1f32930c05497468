/**
 * Node's `http` without `import`: an import evaluates every export, one of which loads all of `fetch` (50 ms and 13 MiB per
 * process).
 */
const http = process.getBuiltinModule('node:http')

export const { Agent, createServer, request, STATUS_CODES } = http
