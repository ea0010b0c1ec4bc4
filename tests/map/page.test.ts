import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { htmlPage } from '../../src/map/html.js';
import { chromiumPath, startChromium } from './chromium.js';
import { mapOf } from './map-of.js';

const root = path.resolve(import.meta.dirname, '../..');
const FILES = [
  'examples/order-service/src/correct/place-order.ts',
  'examples/order-service/src/mistakes/place-order.ts',
  'examples/enrichment-pipeline/src/mistakes/close-sessions.js',
];
const html = htmlPage(
  FILES.flatMap((file) => mapOf(readFileSync(path.join(root, file), 'utf8'), file) ?? []),
  { rows: false },
);

// Continuous integration sets it: there, a missing browser is a failure.
const isRequired = process.env['REQUIRE_CHROMIUM'] !== undefined;
if (chromiumPath === undefined && !isRequired)
  console.warn(
    'NO CHROMIUM: the tests of the HTML page are skipped. Install it (apt-get install chromium), or set CHROMIUM.',
  );

describe.skipIf(chromiumPath === undefined && !isRequired)('the HTML page in Chromium', () => {
  let browser: Browser;
  const file = path.join(root, '.cache', 'map-page.html');
  const requested: string[] = [];

  beforeAll(async () => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, html);
    browser = await startChromium();
  });
  afterAll(() => browser.close());

  async function open(options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, ...options });
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    return page;
  }

  describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
    it.each([
      ['a wide window', 1400],
      ['a phone', 390],
    ])('has no fault that axe finds, in %s', async (_, width) => {
      const page = await open({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
      await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true');
      await page.addScriptTag({
        content: readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
      });
      const { violations, passes } = await page.evaluate<AxeResults>('axe.run()');

      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`)).toEqual([]);
      expect(passes.map(({ id }) => id)).toEqual(
        expect.arrayContaining(['color-contrast', 'scope-attr-valid', 'skip-link', 'summary-name']),
      );
      await page.close();
    });
  });

  it('is dark where the system is', async () => {
    const background = async (colorScheme: 'light' | 'dark'): Promise<string> => {
      const page = await open({ colorScheme });
      const color = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      await page.close();
      return color;
    };

    expect(await background('light')).toBe('rgb(247, 247, 245)');
    expect(await background('dark')).toBe('rgb(20, 23, 27)');
  });

  it('is used with the keyboard alone', async () => {
    const page = await open();
    const focused = (): Promise<string> =>
      page.evaluate('document.activeElement.textContent.trim() || document.activeElement.id');

    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the maps');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('maps');

    await page.keyboard.press('Shift+Tab');
    await page.locator('#wrong-only').focus();
    await page.keyboard.press('Space');
    expect(await page.locator('section').first().isVisible()).toBe(false);
    await page.keyboard.press('Space');
    expect(await page.locator('section').first().isVisible()).toBe(true);

    const cell = page.locator('td.wrong').first();
    await cell.locator('summary').focus();
    await page.keyboard.press('Enter');
    expect(await cell.locator('details li').first().isVisible()).toBe(true);

    await cell.locator('a').first().focus();
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    expect(outline).toBe('solid');
    await page.keyboard.press('Enter');
    expect(await page.locator('li:target').textContent()).toContain('no-transactional-send-retry');
    await page.close();
  });

  it.each([1400, 390])('gives a screen reader tables with heads, %i pixels wide', async (width) => {
    const page = await open({ viewport: { width, height: 900 } });
    const table = page.getByRole('table', {
      name: 'What happens after each error of the transaction begun in placeOrder (kafkajs), line 14',
    });

    expect(await table.count()).toBe(1);
    expect(await table.getByRole('rowheader').count()).toBe(5);
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      'Operation',
      'Retriable',
      'Retriable (refresh)',
      'Abortable',
      'Application-recoverable',
      'Invalid configuration',
    ]);
    const wrong = table.getByRole('cell').filter({ hasText: 'Wrong:' });
    expect(await wrong.count()).toBe(2);
    expect((await wrong.first().textContent())?.replaceAll(/\s+/g, ' ')).toContain(
      'Wrong: TimeoutExceptionsends again :23',
    );
    expect(await wrong.first().textContent()).toContain('no-transactional-send-retry');
    await page.close();
  });

  it.each([1400, 900, 390])('does not scroll sideways, %i pixels wide', async (width) => {
    const page = await open({ viewport: { width, height: 900 } });

    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await page.close();
  });

  it('asks for nothing but itself', () => {
    expect(requested.length).toBeGreaterThan(0);
    expect(requested.filter((url) => !url.startsWith('file://'))).toEqual([]);
    expect([...html.matchAll(/\b(?:src|srcset)=|@import|url\(/g)]).toEqual([]);
  });
});

it('shows text as text, whatever a program is called', () => {
  const [map] = FILES.slice(1).flatMap(
    (name) => mapOf(readFileSync(path.join(root, name), 'utf8'), name) ?? [],
  );
  expect(map).toBeDefined();
  if (!map) return;
  const page = htmlPage([{ ...map, file: '<img src=x onerror=alert(1)>&".ts' }], { rows: true });

  expect(page).not.toContain('<img');
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;&amp;&quot;.ts');
});
