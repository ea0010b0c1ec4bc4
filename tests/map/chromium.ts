import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';

const places = [
  process.env['CHROMIUM'],
  ...(process.env['PATH'] ?? '')
    .split(path.delimiter)
    .flatMap((folder) =>
      ['chromium', 'chromium-browser', 'google-chrome'].map((name) => path.join(folder, name)),
    ),
];

/** Where a Chromium is installed; undefined where none is. CHROMIUM names another one than the first in PATH. */
export const chromiumPath: string | undefined = places.find(
  (place) => place !== undefined && existsSync(place),
);

/** Starts that Chromium, which talks to nobody. */
export const startChromium = (): Promise<Browser> =>
  chromium.launch({
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
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
