import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest starts first, or one worker would be left alone with it at the end. */
const LONG = [
  ...['tampering', 'simulate', 'kill', 'faults', 'served-calls', 'worker', 'race-terms'],
  ...['ethereum-deaths', 'chains', 'chain-kill'],
]

/** Two more than CI has cores: files that wait for a kill, a job or a silence leave theirs to others. As many for each project, which then run together. */
const WORKERS = 4

/** What Solana's own programs run in (litesvm) has no build for Windows. */
const NOT_HERE =
  process.platform === 'win32'
    ? [
        'src/server/**/*solana*.test.ts',
        'test/simulate/chains/**',
        'test/server/chain-kill.test.ts',
        'src/server/payments/missing-{coins,tokens}.test.ts',
      ]
    : []

/** Bounds against hanging, and no measures: a busy machine may take long. */
const BOUNDS = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex(name => moduleId.endsWith(`/${name}.test.ts`))
      return at < 0 ? LONG.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

// Where files are not isolated, those of a worker share what they import: to read it anew for each took four fifths of the
// processor's time in the web's tests, a quarter in the units' and an eighth in the server's.
export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: 'architecture',
          environment: 'node',
          include: ['test/architecture/**/*.test.ts'],
          ...BOUNDS,
        },
      },
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            'src/{domain,contract}/**/*.test.ts',
            'src/server/{reference,gateways}/**/*.test.ts',
            'db/**/*.test.ts',
          ],
          exclude: ['src/server/gateways/identity-provider/**', ...NOT_HERE],
          setupFiles: ['test/harness/problems-in-words.ts'],
          isolate: false,
          maxWorkers: WORKERS,
          ...BOUNDS,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['src/server/**/*.test.ts', 'test/{server,simulate}/**/*.test.ts'],
          exclude: [
            'src/server/reference/**',
            'src/server/gateways/!(identity-provider)/**',
            ...NOT_HERE,
          ],
          globalSetup: ['test/harness/global-setup.ts'],
          setupFiles: ['test/harness/problems-in-words.ts'],
          isolate: false,
          ...BOUNDS,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['src/web/**/*.test.{ts,tsx}'],
          setupFiles: ['src/web/words/set-up.test-data.ts'],
          isolate: false,
          maxWorkers: WORKERS,
          ...BOUNDS,
        },
      },
    ],
  },
})
