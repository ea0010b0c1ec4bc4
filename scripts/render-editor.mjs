// Makes docs/images/editor.png, and the page that it is a picture of. Needs Chromium: CHROMIUM names it, if not `chromium`.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './built-plugin.mjs';
import { editorPage } from './editor-picture.mjs';

const folder = join(root, 'docs/images');
const page = join(folder, 'editor.html');
mkdirSync(folder, { recursive: true });
writeFileSync(page, await editorPage());

const { status, error } = spawnSync(
  process.env['CHROMIUM'] ?? 'chromium',
  [
    ...['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--force-device-scale-factor=2'],
    `--user-data-dir=${mkdtempSync(join(tmpdir(), 'chromium-'))}`,
    ...['--window-size=1080,716', `--screenshot=${join(folder, 'editor.png')}`, pathToFileURL(page).href],
  ],
  { stdio: 'inherit' },
);
if (error) {
  throw error;
}
process.exitCode = status ?? 1;
