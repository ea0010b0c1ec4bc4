import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../built-plugin.mjs';

/**
 * Writes files into a folder below the repository, where the clients' declarations are found, with what typed linting needs.
 *
 * @param {string} name The folder's.
 * @param {readonly import('./service-files.mjs').SourceFile[]} files
 * @param {string} [below] Where the folder is made.
 * @returns {string} The folder.
 */
export function writtenTo(name, files, below = join(root, '.cache', 'bench')) {
  const folder = join(below, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of files) writeFileSync(join(folder, file.name), file.code);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'es2022',
        lib: ['es2023', 'dom'],
        types: ['node'],
        module: 'nodenext',
        moduleResolution: 'nodenext',
        experimentalDecorators: true,
        allowJs: true,
        strict: true,
        skipLibCheck: true,
        noEmit: true,
      },
      include: ['.'],
    }),
  );
  return folder;
}
