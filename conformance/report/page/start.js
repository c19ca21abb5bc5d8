drawSummary();
drawFindings();
drawMatrix();
startDivergences();
drawCoverage();
drawHeadroom();
drawSkips();
drawFacts();
