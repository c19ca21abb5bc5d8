drawSummary();
drawMatrix();
startDivergences();
drawCoverage();
drawHeadroom();
drawSkips();
drawFacts();
