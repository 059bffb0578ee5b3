import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  // What Solana's own programs run in (litesvm) has no build for Windows.
  testIgnore: process.platform === 'win32' ? '**/chains.spec.ts' : [],
  globalSetup: './test/e2e/told-story.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // Each file has a Corridor of its own.
  // Two more than CI has cores: a journey mostly waits for its browser, its server or a page that comes to rest.
  workers: 4,
  // A press that a loaded browser lost is made once more, and the run names it as flaky: to look at. What fails twice fails.
  retries: 1,
  // Bounds against hanging, and no measures: a busy machine may take long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    // `--trace retain-on-failure` keeps one: to record what nobody looks at took a sixth of the time.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
