// Takes the pictures in docs/handling-map.md. It needs a Chromium: CHROMIUM names it, else the one in PATH is used.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { root } from './built-plugin.mjs';
import { mapPages } from './map-pictures.mjs';

const images = join(root, 'docs', 'images');
mkdirSync(images, { recursive: true });

const pages = await mapPages();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

/**
 * @param {string} name
 * @param {string} html
 * @param {{ width: number, height: number, colorScheme: 'light' | 'dark', fits: boolean }} how
 */
async function take(name, html, { width, height, colorScheme, fits }) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, deviceScaleFactor: 1.5 });
  const file = join(images, `${name}.html`);
  writeFileSync(file, html);
  await page.goto(pathToFileURL(file).href);
  await page.screenshot({
    path: join(images, `${name}${fits ? '' : `-${colorScheme}`}.png`),
    ...(fits ? { clip: await page.evaluate('document.body.getBoundingClientRect().toJSON()') } : {}),
  });
  await page.close();
}

await take('map-terminal', pages.terminal, { width: 1400, height: 1400, colorScheme: 'light', fits: true });
for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  await take('map-page', pages.page, { width: 1280, height: 1000, colorScheme, fits: false });
}
await browser.close();

const { stdout } = spawnSync(
  process.execPath,
  [join(root, 'dist', 'kafka-transactions.js'), 'taxonomy', 'NOT_COORDINATOR_FOR_GROUP'],
  { encoding: 'utf8', env: { ...process.env, COLUMNS: '100' } },
);
writeFileSync(join(images, 'taxonomy.txt'), stdout);
