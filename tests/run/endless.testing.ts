import { test } from 'node:test'

/** What a run that is killed is at work on; it can end it by nothing else. */
test('goes on for ever', () => new Promise<never>(() => setInterval(() => {}, 60_000)))
