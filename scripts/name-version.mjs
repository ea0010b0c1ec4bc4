// Writes the package's version to the places that name it for users: the examples, and the documents that quote them.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './built-plugin.mjs';

const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

for (const folder of ['examples', 'docs']) {
  for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (file.includes('node_modules') || !/(?:package\.json|\.yaml|\.md)$/.test(file)) {
      continue;
    }
    const text = readFileSync(join(root, folder, file), 'utf8');
    const named = text
      .replaceAll(new RegExp(`("${name}": ")\\^[^"]*`, 'g'), `$1^${version}`)
      .replaceAll(new RegExp(`(/${name}\\n\\s+rev: )v.*`, 'g'), `$1v${version}`);
    if (named !== text) {
      writeFileSync(join(root, folder, file), named);
    }
  }
}
