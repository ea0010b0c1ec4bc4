import { testPrograms } from './searched.js';

testPrograms(20_317);
