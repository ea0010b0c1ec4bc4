import { describe } from 'vitest';
import { itAgrees } from './agrees.js';
import { programsIn } from './programs.js';

const isOfAnExample = ({ name }: { name: string }): boolean => !/(eslint|tsdown)\.config\.[jt]s$/.test(name);

describe('what the examples do', () => {
  itAgrees(programsIn('examples').filter(isOfAnExample), 15);
});
