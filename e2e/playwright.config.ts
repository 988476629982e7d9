import { defineConfig } from '@playwright/test'
import { findChromium } from '../lib/cli/chromium.mjs'

const executablePath = await findChromium()

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './server.ts',
  // One server and one data folder for all: a spec makes what it needs and says what it expects of its own.
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'line',
  use: {
    // Set by server.ts before the workers load this file.
    ...(process.env.CUTPOINT_E2E_URL === undefined ? {} : { baseURL: process.env.CUTPOINT_E2E_URL }),
    timezoneId: 'UTC',
    locale: 'en-GB',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
})
